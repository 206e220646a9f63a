import { Autocomplete, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type Ref } from 'react';
import { useCompletions } from './use-search.js';

const KINDS = { title: 'Title', document_number: 'Document', heading: 'Heading', part_number: 'Part number' } as const;
const MAX_CHARS = 1000;
const PAUSE_MS = 120;

interface SearchBoxProps {
  ref: Ref<HTMLInputElement>;
  query: string;
  onSearch: (query: string) => void;
  /** Arrow down where no completions are open. */
  onLeaveDown: () => void;
}

export function SearchBox({ ref, query, onSearch, onLeaveDown }: SearchBoxProps) {
  const [typed, setTyped] = useState(query);
  const [opened, setOpened] = useState(false);
  const [settled] = useDebouncedValue(typed, PAUSE_MS);
  const found = useCompletions(settled === query ? '' : settled);
  const kindOf = new Map(found.map(({ text, kind }) => [text, kind]));

  const search = (text: string): void => {
    setOpened(false);
    if (text.trim() !== '') onSearch(text.trim());
  };
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <Autocomplete
          ref={ref}
          className="search-box"
          aria-label="Search the manuals"
          placeholder="Words, a question, or a part number"
          size="lg"
          maxLength={MAX_CHARS}
          // On touch screens the keyboard would hide the hits.
          autoFocus={matchMedia('(pointer: fine)').matches}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          data={[...kindOf.keys()]}
          filter={({ options }) => options}
          dropdownOpened={opened && found.length > 0}
          onDropdownClose={() => setOpened(false)}
          onChange={(text) => {
            setTyped(text);
            setOpened(true);
          }}
          onOptionSubmit={search}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && !(opened && found.length > 0)) {
              event.preventDefault();
              onLeaveDown();
            }
          }}
          renderOption={({ option }) => (
            <Group justify="space-between" wrap="nowrap" w="100%">
              <Text size="sm" truncate>
                {option.value}
              </Text>
              <Text size="xs" c="dimmed" className="no-wrap">
                {KINDS[kindOf.get(option.value) ?? 'title']}
              </Text>
            </Group>
          )}
        />
        <Button type="submit" size="lg" className="search-button">
          Search
        </Button>
      </Group>
    </form>
  );
}
