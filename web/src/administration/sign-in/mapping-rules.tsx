import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { useTeams } from '../../parts/use-teams.js';
import { MAPPED_ROLES } from './provider-kinds.js';

type Rule = Schema<'MappingRuleRequest'>;

interface MappingRulesProps {
  rules: Rule[];
  action: { isPending: boolean };
  onSave: (rules: Rule[]) => void;
}

/** Which claims of the provider make somebody an engineer, or a member of a team. */
export function MappingRules({ rules, action, onSave }: MappingRulesProps) {
  const [edited, setEdited] = useState<Rule[]>(rules);
  const { choices } = useTeams();
  const change = (index: number, changed: Partial<Rule>): void =>
    setEdited(edited.map((rule, at) => (at === index ? { ...rule, ...changed } : rule)));
  const isChanged = JSON.stringify(edited) !== JSON.stringify(rules);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(edited.map(withoutEmpty));
      }}
    >
      <Stack gap="xs">
        <Title order={2} size="h4">
          4. Roles and teams
        </Title>
        <Text size="sm">
          At every sign-in the first rule with a role sets the role, and the first with a team sets the team. Without
          rules, administrators assign them.
        </Text>
        {edited.map((rule, index) => (
          <fieldset key={index} className="rule">
            <legend>Rule {index + 1}</legend>
            <TextInput
              label="Claim"
              placeholder="groups"
              required
              maxLength={200}
              value={rule.claim}
              onChange={(event) => change(index, { claim: event.currentTarget.value })}
            />
            <TextInput
              label="Value"
              required
              maxLength={500}
              value={rule.value}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            <Select
              label="Role"
              placeholder="Unchanged"
              clearable
              data={MAPPED_ROLES}
              value={rule.role ?? null}
              onChange={(role) => change(index, { role: (role ?? undefined) as Rule['role'] })}
            />
            <Select
              label="Team"
              placeholder="Unchanged"
              clearable
              searchable
              data={choices}
              value={rule.team_id ?? null}
              onChange={(team) => change(index, { team_id: team ?? undefined })}
            />
            <Button
              variant="default"
              onClick={() => setEdited(edited.filter((_, at) => at !== index))}
              aria-label={`Remove rule ${index + 1}`}
            >
              Remove
            </Button>
          </fieldset>
        ))}
        <Group gap="xs">
          <Button variant="default" onClick={() => setEdited([...edited, { claim: 'groups', value: '' }])}>
            Add a rule
          </Button>
          <Button type="submit" disabled={!isChanged} loading={action.isPending}>
            Save the rules
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const withoutEmpty = ({ claim, value, role, team_id }: Rule): Rule => ({
  claim,
  value,
  ...(role && { role }),
  ...(team_id && { team_id }),
});
