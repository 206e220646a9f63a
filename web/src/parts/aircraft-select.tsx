import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.js';

const TYPING_MS = 200;
const SHOWN = 20;

interface AircraftSelectProps {
  /** Id of an aircraft of the register. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Chooses an aircraft by its registration, serial number or fleet number. Not shown while the register is empty. */
export function AircraftSelect({ value, onChange }: AircraftSelectProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.split(' ')[0]!.trim(), TYPING_MS);
  const { data: found = [] } = useQuery({
    queryKey: ['aircraft', q],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.GET('/aircraft', { params: { query: { limit: SHOWN, ...(q && { q }) } }, signal })).data,
  });
  const { data: chosen } = useQuery({
    queryKey: ['aircraft', 'chosen', value],
    enabled: value !== null,
    queryFn: async ({ signal }) =>
      (await api.GET('/aircraft/{id}', { params: { path: { id: value ?? '' } }, signal })).data,
  });
  const shown = chosen && value === chosen.id && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  if (shown.length === 0 && q === '') return null;
  return (
    <Select
      label="Registration"
      size="md"
      clearable
      searchable
      placeholder="Any"
      nothingFoundMessage="Not in the register"
      // The service has searched.
      filter={({ options }) => options}
      data={shown.map(({ id, registration, serial_number }) => ({
        value: id,
        label: serial_number === null ? registration : `${registration} (MSN ${serial_number})`,
      }))}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  );
}
