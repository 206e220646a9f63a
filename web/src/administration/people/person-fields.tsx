import { Select, Text, TextInput } from '@mantine/core';
import { fieldError } from '../../parts/issues.js';
import { useTeams } from '../../parts/use-teams.js';
import { ROLE_NAMES, useManagement, type Role } from './people.js';

export interface PersonValues {
  name: string;
  role: Role;
  team_id: string | null;
}

interface PersonFieldsProps {
  values: PersonValues;
  onChange: (values: PersonValues) => void;
  /** Of the request, for the fields. */
  problem: Error | null;
  /** Whether the role is a choice. A service account remains one. */
  hasRole: boolean;
}

const NAME_MAX_CHARS = 200;

/** Name, role and team of an account. */
export function PersonFields({ values, onChange, problem, hasRole }: PersonFieldsProps) {
  const { assignable } = useManagement();
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={NAME_MAX_CHARS}
        autoComplete="off"
        value={values.name}
        {...fieldError(problem, 'name')}
        onChange={(event) => onChange({ ...values, name: event.currentTarget.value })}
      />
      {hasRole && (
        <Select
          label="Role"
          required
          allowDeselect={false}
          data={assignable.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
          value={values.role}
          {...fieldError(problem, 'role')}
          onChange={(role) => role && onChange({ ...values, role: role })}
        />
      )}
      <TeamField value={values.team_id} problem={problem} onChange={(id) => onChange({ ...values, team_id: id })} />
    </>
  );
}

interface TeamFieldProps {
  value: string | null;
  problem: Error | null;
  onChange: (id: string | null) => void;
}

/** Managers have one team, which is no choice. */
function TeamField({ value, problem, onChange }: TeamFieldProps) {
  const { isAdmin, me } = useManagement();
  const { choices, isError } = useTeams();
  if (!isAdmin) return <Text size="sm">Team: {me?.team?.name ?? 'none'}</Text>;
  return (
    <Select
      label="Team"
      placeholder="No team"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'No team' }}
      data={choices}
      value={value}
      {...(isError && { error: 'The teams could not be loaded.' })}
      {...fieldError(problem, 'team_id')}
      onChange={onChange}
    />
  );
}
