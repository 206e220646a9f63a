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
  isDisabled?: boolean;
}

/** Key of queries, for what changes them: lists of the register, and aircraft of it. */
export const AIRCRAFT = ['aircraft'];

/** An aircraft of the register; none without an id. */
export const useAircraft = (id: string | null) =>
  useQuery({
    queryKey: [...AIRCRAFT, 'chosen', id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await api.GET('/aircraft/{id}', { params: { path: { id: id ?? '' } }, signal })).data,
  });

/** Such as "SE-HSA (MSN 4012)". */
export const aircraftName = (aircraft: { registration: string; serial_number: string | null }): string =>
  aircraft.serial_number === null ? aircraft.registration : `${aircraft.registration} (MSN ${aircraft.serial_number})`;

/** Chooses an aircraft by its registration, serial number or fleet number. Not shown while the register is empty. */
export function AircraftSelect({ value, onChange, isDisabled = false }: AircraftSelectProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.split(' ')[0]!.trim(), TYPING_MS);
  const { data: found = [] } = useQuery({
    queryKey: [...AIRCRAFT, 'typed', q],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.GET('/aircraft', { params: { query: { limit: SHOWN, ...(q && { q }) } }, signal })).data,
  });
  const { data: chosen } = useAircraft(value);
  const shown = chosen && value === chosen.id && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  if (shown.length === 0 && q === '') return null;
  return (
    <Select
      label="Registration"
      size="md"
      clearable
      disabled={isDisabled}
      searchable
      placeholder="Any"
      nothingFoundMessage="Not in the register"
      // The service has searched.
      filter={({ options }) => options}
      data={shown.map((aircraft) => ({ value: aircraft.id, label: aircraftName(aircraft) }))}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  );
}
