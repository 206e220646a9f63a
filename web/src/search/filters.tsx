import { Button, Collapse, Group, MultiSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { listOf, type SearchAddress } from '../addresses.js';
import { AircraftSelect } from '../parts/aircraft-select.js';
import { AtaFilter } from '../parts/typed-filter.js';
import { useFilterValues } from './use-search.js';

interface FiltersProps {
  address: SearchAddress;
  onChange: (address: SearchAddress) => void;
}

/** Filters of the search, which are part of the address. */
export function Filters({ address, onChange }: FiltersProps) {
  const given = [address.type, address.aircraft, address.ata, address.tail, address.revisions].filter(Boolean).length;
  const [opened, setOpened] = useState(given > 0);
  const { types, aircraft } = useFilterValues();
  const set = (part: { [K in keyof SearchAddress]: SearchAddress[K] | undefined }): void => {
    const all = Object.entries({ ...address, ...part }).filter(([, value]) => value);
    onChange(Object.fromEntries(all));
  };
  return (
    <div>
      <Group gap="xs">
        <Button variant="default" aria-expanded={opened} aria-controls="filters" onClick={() => setOpened(!opened)}>
          Filters{given > 0 ? ` (${given})` : ''}
        </Button>
        {given > 0 && (
          <Button variant="subtle" onClick={() => onChange(address.q ? { q: address.q } : {})}>
            Remove filters
          </Button>
        )}
      </Group>
      <Collapse expanded={opened} id="filters">
        <div className="filters">
          <MultiSelect
            label="Document type"
            size="md"
            clearable
            data={types.filter(({ count }) => count > 0).map(({ value }) => value)}
            value={listOf(address.type)}
            onChange={(chosen) => set({ type: chosen.join(',') })}
          />
          <MultiSelect
            label="Aircraft"
            size="md"
            clearable
            searchable
            data={aircraft.map(({ value }) => value)}
            value={listOf(address.aircraft)}
            onChange={(chosen) => set({ aircraft: chosen.join(',') })}
          />
          <AircraftSelect value={address.tail ?? null} onChange={(tail) => set({ tail: tail ?? undefined })} />
          <AtaFilter key={address.ata ?? ''} value={address.ata ?? ''} onChange={(ata) => set({ ata })} />
          <Switch
            className="filter-switch"
            size="md"
            label="Superseded revisions too"
            checked={address.revisions === 'all'}
            onChange={(event) => set({ revisions: event.currentTarget.checked ? 'all' : undefined })}
          />
        </div>
      </Collapse>
    </div>
  );
}
