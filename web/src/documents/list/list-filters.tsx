import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DocumentsAddress } from '../../addresses.js';
import { useKinds } from '../use-documents.js';

const ATA = /^(\d{2}(-\d{2}){0,2})?$/;
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
      <Typed
        key={`q ${address.q ?? ''}`}
        label="Title or number"
        placeholder="Its first letters"
        value={address.q ?? ''}
        onChange={(q) => set('q', q)}
      />
      {choice('type', 'Type', types)}
      {choice('aircraft', 'Aircraft', aircraft)}
      <Typed
        key={`ata ${address.ata ?? ''}`}
        label="ATA number"
        placeholder="32 or 32-11"
        pattern={ATA}
        value={address.ata ?? ''}
        onChange={(ata) => set('ata', ata)}
      />
      {choice('status', 'Revision', STATES)}
      {Object.keys(address).length > 0 && (
        <Button variant="subtle" className="list-filters-end" onClick={() => onChange({})}>
          Remove filters
        </Button>
      )}
    </div>
  );
}

interface TypedProps {
  label: string;
  placeholder: string;
  value: string;
  pattern?: RegExp;
  onChange: (value: string) => void;
}

/** Applied with Enter, or when it is left. */
function Typed({ label, placeholder, value, pattern, onChange }: TypedProps) {
  const [typed, setTyped] = useState(value);
  const isValid = pattern?.test(typed.trim()) ?? true;
  const apply = (): void => {
    if (isValid && typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        label={label}
        size="md"
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        error={isValid ? undefined : 'Two digits, such as 32 or 32-11'}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={apply}
      />
    </form>
  );
}
