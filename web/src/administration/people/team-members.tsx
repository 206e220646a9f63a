import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.js';
import { ListTable } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { PEOPLE, ROLE_NAMES, type Person, type Team } from './people.js';

const PAUSE_MS = 250;

/** The members of a team. Somebody who is added leaves the team that they were in. */
export function TeamMembers({ team }: { team: Team }) {
  const list = useList([...PEOPLE, { team: team.id }], (cursor, signal) => {
    const query = { team_id: team.id, ...(cursor && { cursor }) };
    return api.GET('/users', { params: { query }, signal });
  });
  const assign = useAction({
    run: ({ person, teamId }: { person: Person; teamId: string | null }) =>
      api.PATCH('/users/{id}', { params: { path: { id: person.id } }, body: { team_id: teamId } }),
    said: (_result, { person, teamId }) =>
      teamId === null ? `${person.name} is in no team now.` : `${person.name} is in ${team.name}.`,
    changes: [PEOPLE],
  });
  return (
    <Stack>
      <AddMember team={team} isPending={assign.isPending} onAdd={(person) => assign.act({ person, teamId: team.id })} />
      {assign.problem && <Problem error={assign.problem} onRetry={assign.again} />}
      <ListTable
        name={`Members of ${team.name}`}
        list={list}
        columns={[
          { title: 'Person', cell: ({ name }) => name },
          { title: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
          {
            title: 'Actions',
            cell: (person) => (
              <Button
                variant="default"
                aria-label={`Remove ${person.name} from the team`}
                disabled={assign.isPending}
                onClick={() => assign.act({ person, teamId: null })}
              >
                Remove
              </Button>
            ),
          },
        ]}
        empty="Nobody is in this team."
      />
      <Text size="sm" c="dimmed">
        Who leaves the team no longer sees its documents.
      </Text>
    </Stack>
  );
}

interface AddMemberProps {
  team: Team;
  isPending: boolean;
  onAdd: (person: Person) => void;
}

function AddMember({ team, isPending, onAdd }: AddMemberProps) {
  const [typed, setTyped] = useState('');
  const [id, setId] = useState<string | null>(null);
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data: found = [] } = useQuery({
    queryKey: [...PEOPLE, 'candidates', q],
    queryFn: async ({ signal }) => (await api.GET('/users', { params: { query: { ...(q && { q }) } }, signal })).data,
    placeholderData: (earlier) => earlier,
  });
  const candidates = found.filter(({ team_id }) => team_id !== team.id);
  const chosen = candidates.find((person) => person.id === id);
  return (
    <Group align="flex-end" gap="xs">
      <Select
        className="search-box"
        label="Add a person"
        placeholder="Start of name or address"
        searchable
        data={candidates.map((person) => ({ value: person.id, label: `${person.name} (${person.email})` }))}
        filter={({ options }) => options}
        nothingFoundMessage="Nobody found"
        value={id}
        onChange={setId}
        searchValue={typed}
        onSearchChange={setTyped}
      />
      <Button
        disabled={!chosen}
        loading={isPending}
        onClick={() => {
          if (chosen) onAdd(chosen);
          setId(null);
          setTyped('');
        }}
      >
        Add
      </Button>
    </Group>
  );
}
