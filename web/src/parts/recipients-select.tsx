import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.js';
import { useMe } from './use-me.js';
import { useReaders } from './use-readers.js';
import { useTeams } from './use-teams.js';

export interface Recipient {
  type: 'user' | 'team';
  id: string;
  name: string;
}

const SEARCH_AFTER = 250;

/** Who can be found: people who see the document, and for those who manage people everyone of a name. */
function useFound(documentId: string, typed: string): { id: string; name: string }[] {
  const { can } = useMe();
  const { data: readers = [] } = useReaders(documentId, true);
  const [q] = useDebouncedValue(typed.trim(), SEARCH_AFTER);
  const { data: named = [] } = useQuery({
    queryKey: ['people', 'named', q],
    enabled: can('user.manage') && q !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { q, status: 'active', limit: 20 } as const;
      return (await api.GET('/users', { params: { query }, signal })).data;
    },
  });
  return [...readers, ...named];
}

interface RecipientsSelectProps {
  documentId: string;
  label: string;
  required?: boolean;
  /** Id of a user who cannot be chosen. */
  leftOut?: string | undefined;
  value: Recipient[];
  onChange: (recipients: Recipient[]) => void;
  error?: string;
  errorProps?: { role: 'alert' };
}

/** Chooses people and teams for a document. */
export function RecipientsSelect({ documentId, leftOut, value, onChange, ...field }: RecipientsSelectProps) {
  const [typed, setTyped] = useState('');
  const { choices: teams } = useTeams();
  const teamIds = new Set(teams.map((team) => team.value));
  // Those who are chosen stay there when other words are typed.
  const known = new Map([...value, ...useFound(documentId, typed)].map(({ id, name }) => [id, name]));
  const items = [...known]
    .filter(([id]) => id !== leftOut && !teamIds.has(id))
    .map(([id, name]) => ({ value: id, label: name }));
  const recipientOf = (id: string): Recipient => {
    const team = teams.find((one) => one.value === id);
    return team ? { type: 'team', id, name: team.label } : { type: 'user', id, name: known.get(id) ?? '' };
  };
  return (
    <MultiSelect
      {...field}
      size="md"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="Nobody of that name is found"
      data={
        teams.length === 0
          ? items
          : [
              { group: 'People', items },
              { group: 'Teams', items: teams },
            ]
      }
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.map(recipientOf))}
    />
  );
}
