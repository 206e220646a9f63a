import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.js';
import { revisionName } from './revision-name.js';
import { useDocument } from './use-document.js';

const TYPING_MS = 200;
const SHOWN = 20;

interface DocumentSelectProps {
  label: string;
  description?: string;
  /** Id of the document. */
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string;
  errorProps?: { role: 'alert' };
}

/** Chooses a document by the beginning of its title or number. */
export function DocumentSelect({ value, onChange, ...field }: DocumentSelectProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data: chosen } = useDocument(value);
  const label = chosen && nameOf(chosen);
  const isTyping = q !== '' && q !== label;
  const { data: found = [] } = useQuery({
    queryKey: ['documents', 'typed', isTyping ? q : ''],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { limit: SHOWN, status: 'active' as const, ...(isTyping && { q }) };
      return (await api.GET('/documents', { params: { query }, signal })).data;
    },
  });
  const shown = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      {...field}
      size="md"
      clearable
      searchable
      placeholder="Its title or number"
      nothingFoundMessage="No document of that title or number"
      // The service has searched.
      filter={({ options }) => options}
      data={shown.map((document) => ({ value: document.id, label: nameOf(document) }))}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  );
}

function nameOf({ title, document_number: number, version }: Named): string {
  return [number, title, revisionName(version)].filter(Boolean).join(' · ');
}

interface Named {
  title: string;
  document_number: string | null;
  version: string;
}
