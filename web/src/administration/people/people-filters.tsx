import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { PeopleAddress } from '../../addresses.js';
import { useTeams } from '../../parts/use-teams.js';
import { ROLE_NAMES, ROLES } from './people.js';
import '../administration.css';

const PAUSE_MS = 300;
const MAX_CHARS = 200;
const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited' },
  { value: 'suspended', label: 'Suspended' },
];

interface PeopleFiltersProps {
  address: PeopleAddress;
  onChange: (address: PeopleAddress) => void;
}

/** Filters of the people, which are part of the address. */
export function PeopleFilters({ address, onChange }: PeopleFiltersProps) {
  const [typed, setTyped] = useState(address.q ?? '');
  const { choices: teams } = useTeams();
  const set = (part: { [K in keyof PeopleAddress]: string | null }): void => {
    const all = Object.entries({ ...address, ...part }).filter(([, value]) => value);
    onChange(Object.fromEntries(all));
  };
  const search = useDebouncedCallback((q: string) => set({ q: q.trim() }), PAUSE_MS);
  return (
    <div className="filters">
      <TextInput
        label="Search"
        placeholder="Start of name or address"
        type="search"
        maxLength={MAX_CHARS}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <Select
        label="Role"
        placeholder="All"
        clearable
        clearButtonProps={{ 'aria-label': 'All roles' }}
        data={ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
        value={address.role ?? null}
        onChange={(role) => set({ role })}
      />
      {teams.length > 1 && (
        <Select
          label="Team"
          placeholder="All"
          clearable
          searchable
          clearButtonProps={{ 'aria-label': 'All teams' }}
          data={teams}
          value={address.team ?? null}
          onChange={(team) => set({ team })}
        />
      )}
      <Select
        label="Status"
        placeholder="All"
        clearable
        clearButtonProps={{ 'aria-label': 'Every status' }}
        data={STATUSES}
        value={address.status ?? null}
        onChange={(status) => set({ status })}
      />
      {Object.keys(address).length > 0 && (
        <Button
          className="filter-button"
          variant="default"
          onClick={() => {
            search.cancel();
            setTyped('');
            onChange({});
          }}
        >
          Remove filters
        </Button>
      )}
    </div>
  );
}
