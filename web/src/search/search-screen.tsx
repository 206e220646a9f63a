import { Alert, Container, List, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { SearchAddress } from '../addresses.js';
import { Problem } from '../parts/problem.js';
import { Filters } from './filters.js';
import { Hit } from './hit.js';
import { SearchBox } from './search-box.js';
import { useHits } from './use-search.js';

/** One box, and the hits below it. */
export function SearchScreen() {
  const address = useSearch({ from: '/signed-in-screens/' });
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const hits = useRef<HTMLDivElement>(null);
  const go = (next: SearchAddress): void => void navigate({ to: '/', search: next });
  useHotkeys([['/', () => box.current?.focus()]]);
  useEffect(() => {
    document.title = `${address.q ? `${address.q} · ` : ''}Search · Maintenance Knowledge`;
  }, [address.q]);

  const move = (event: React.KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const links = [...(hits.current?.querySelectorAll<HTMLElement>('a[data-hit]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
    event.preventDefault();
    if (next < 0) box.current?.focus();
    else links[next]?.focus();
  };
  return (
    <Container size="lg" py="md">
      <VisuallyHidden component="h1">Search the manuals</VisuallyHidden>
      <Stack gap="sm">
        <SearchBox
          // A new box for another address, such as after "back".
          key={address.q ?? ''}
          ref={box}
          query={address.q ?? ''}
          onSearch={(q) => go({ ...address, q })}
          onLeaveDown={() => hits.current?.querySelector<HTMLElement>('a[data-hit]')?.focus()}
        />
        <Filters address={address} onChange={go} />
        <div ref={hits} onKeyDown={move}>
          <Hits address={address} />
        </div>
      </Stack>
    </Container>
  );
}

function Hits({ address }: { address: SearchAddress }) {
  const { data, error, isFetching, refetch } = useHits(address);
  if (address.q === undefined) return <Welcome />;
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data || isFetching) return <Waiting />;
  const warnings = data.meta.warnings ?? [];
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {data.data.length === 1 ? '1 document' : `${data.data.length} documents`} for “{address.q}”
      </Text>
      {warnings.map((message) => (
        <Alert key={message} color="yellow" variant="outline">
          {message}
        </Alert>
      ))}
      {data.data.length === 0 && <Nothing />}
      {data.data.map((document) => (
        <Hit key={`${document.id} ${document.revision.id}`} document={document} />
      ))}
    </Stack>
  );
}

/** Appears late, so that fast answers do not flicker. */
function Waiting() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack aria-busy="true" role="group" aria-label="Searching">
      {isLate && [0, 1, 2].map((n) => <Skeleton key={n} height={150} />)}
    </Stack>
  );
}

function Welcome() {
  return (
    <Stack gap="xs" mt="md">
      <Title order={2} size="h4">
        Find the page
      </Title>
      <Text>Type words, a question, or an ATA, task, part or document number.</Text>
      <List size="sm" spacing={4}>
        <List.Item>Each hit names its revision. Superseded revisions are found only if you ask for them.</List.Item>
        <List.Item>Newer bulletins and directives that may change a text are shown with the hit.</List.Item>
      </List>
    </Stack>
  );
}

function Nothing() {
  return (
    <Alert title="Nothing found" color="gray" variant="outline">
      Try fewer or other words, remove a filter, or include superseded revisions.
    </Alert>
  );
}
