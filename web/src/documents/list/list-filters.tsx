import { Button, Select } from '@mantine/core';
import type { DocumentsAddress } from '../../addresses.js';
import { AtaFilter, TypedFilter } from '../../parts/typed-filter.js';
import { useKinds } from '../use-documents.js';

const STATES = ['active', 'superseded', 'withdrawn', 'draft'];

interface ListFiltersProps {
  address: DocumentsAddress;
  onChange: (address: DocumentsAddress) => void;
}

/** Filters of the list, which are part of the address. */
export function ListFilters({ address, onChange }: ListFiltersProps) {
  const { types, aircraft } = useKinds();
  const set = (name: keyof DocumentsAddress, value: string | null): void => {
    const all = Object.entries({ ...address, [name]: value ?? '' }).filter(([, one]) => one !== '');
    onChange(Object.fromEntries(all));
  };
  const choice = (name: 'type' | 'aircraft' | 'status', label: string, data: string[]) => (
    <Select
      label={label}
      size="md"
      clearable
      placeholder="All"
      searchable={data.length > 8}
      data={data}
      value={address[name] ?? null}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <div role="group" aria-label="Filters" className="list-filters">
      <TypedFilter
        key={`q ${address.q ?? ''}`}
        label="Title or number"
        placeholder="Its first letters"
        value={address.q ?? ''}
        onChange={(q) => set('q', q)}
      />
      {choice('type', 'Type', types)}
      {choice('aircraft', 'Aircraft', aircraft)}
      <AtaFilter key={`ata ${address.ata ?? ''}`} value={address.ata ?? ''} onChange={(ata) => set('ata', ata)} />
      {choice('status', 'Revision', STATES)}
      {Object.keys(address).length > 0 && (
        <Button variant="subtle" className="list-filters-end" onClick={() => onChange({})}>
          Remove filters
        </Button>
      )}
    </div>
  );
}
