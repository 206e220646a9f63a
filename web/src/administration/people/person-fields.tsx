import { Select, Text, TextInput } from '@mantine/core';
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
  issues: Partial<Record<string, string>>;
  /** Whether the role is a choice. A service account remains one. */
  hasRole: boolean;
}

const NAME_MAX_CHARS = 200;

/** Name, role and team of an account. */
export function PersonFields({ values, onChange, issues, hasRole }: PersonFieldsProps) {
  const { assignable } = useManagement();
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={NAME_MAX_CHARS}
        autoComplete="off"
        value={values.name}
        error={issues.name}
        onChange={(event) => onChange({ ...values, name: event.currentTarget.value })}
      />
      {hasRole && (
        <Select
          label="Role"
          required
          allowDeselect={false}
          data={assignable.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
          value={values.role}
          error={issues.role}
          onChange={(role) => role && onChange({ ...values, role: role })}
        />
      )}
      <TeamField
        value={values.team_id}
        error={issues.team_id}
        onChange={(id) => onChange({ ...values, team_id: id })}
      />
    </>
  );
}

interface TeamFieldProps {
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}

/** Managers have one team, which is no choice. */
function TeamField({ value, error, onChange }: TeamFieldProps) {
  const { isAdmin, me } = useManagement();
  const { choices, isError, nameOfTeam } = useTeams();
  if (!isAdmin) return <Text size="sm">Team: {nameOfTeam(me?.team_id ?? null) ?? 'none'}</Text>;
  return (
    <Select
      label="Team"
      placeholder="No team"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'No team' }}
      data={choices}
      value={value}
      error={error ?? (isError && 'The teams could not be loaded.')}
      onChange={onChange}
    />
  );
}
