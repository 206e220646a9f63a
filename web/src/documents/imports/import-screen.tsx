import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect, useState } from 'react';
import { api, signInAgain } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import { Reading } from '../reading.js';
import { ImportBadge, ImportProgress, isOver, outcomeOf, type Import } from './import-state.js';
import '../documents.css';

type Item = Schema<'ImportItemResponse'>;

const PAUSE_MS = 10_000;

const OUTCOMES: Record<Item['state'], string> = {
  pending: 'waiting',
  created: 'new document',
  revised: 'revision',
  unchanged: 'unchanged',
  failed: 'not filed',
  canceled: 'canceled',
};

/** An import with its progress, and what became of each file. */
export function ImportScreen() {
  const { importId } = useParams({ from: '/signed-in-screens/imports/$importId' });
  const { data, error, refetch } = useImport(importId);
  return (
    <div className="documents-screen">
      <Screen
        title={data ? `Import of ${data.source ?? data.file_name}` : 'Import'}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/imports" {...props} />}>
              All imports
            </Button>
            {data && !isOver(data) && <CancelButton importId={importId} />}
          </>
        }
      >
        {error && !data && <Problem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={200} role="group" aria-label="Loading the import" />}
        {data && <State of={data} />}
        {data && <Files of={data} />}
      </Screen>
    </div>
  );
}

const REFRESH_MS = 10_000;

/** The import, as the service reports its progress. */
function useImport(importId: string) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['import', importId],
    queryFn: async ({ signal }) =>
      (await api.GET('/imports/{id}', { params: { path: { id: importId } }, signal })).data,
    // The stream tells of progress at once; it can be lost.
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : REFRESH_MS),
  });
  const isOpen = query.data !== undefined && !isOver(query.data);
  useEffect(() => {
    if (!isOpen) return;
    const watching = new AbortController();
    const { signal } = watching;
    const follow = async (): Promise<void> => {
      for await (const { data } of api.stream('/imports/{id}/events', { params: { path: { id: importId } }, signal }))
        client.setQueryData(['import', importId], data);
    };
    follow().catch((error: unknown) => {
      if (!signal.aborted) signInAgain(error as Error);
    });
    return () => watching.abort();
  }, [client, importId, isOpen]);
  const state = query.data?.state;
  useEffect(() => {
    for (const queryKey of [['imports'], ['documents']]) void client.invalidateQueries({ queryKey });
  }, [client, state]);
  return query;
}

function State({ of }: { of: Import }) {
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <ImportBadge state={of.state} />
        <Text size="sm">{outcomeOf(of)}</Text>
        <Text size="sm" c="dimmed">
          Started <When at={of.created_at} />
          {of.finished_at !== null && (
            <>
              , ended <When at={of.finished_at} />
            </>
          )}
        </Text>
      </Group>
      {of.dry_run && <Text size="sm">A trial: nothing is filed.</Text>}
      <ImportProgress of={of} />
      {of.error && (
        <Alert color="red" variant="outline" title="The import failed" role="alert">
          {of.error.message}
        </Alert>
      )}
    </Stack>
  );
}

function CancelButton({ importId }: { importId: string }) {
  const [opened, setOpened] = useState(false);
  const cancel = useAction({
    run: () => api.POST('/imports/{id}/cancel', { params: { path: { id: importId } } }),
    said: 'The import is canceled.',
    changes: [['import', importId], ['import items', importId], ['imports']],
    onDone: () => setOpened(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Cancel the import
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Cancel this import?"
        verb="Cancel the import"
        action={cancel}
        onConfirm={() => cancel.act()}
      >
        <Text size="sm">
          Files that are not filed yet are left out. Documents that are filed stay. To import the rest, import the
          archive again: files that are filed already are recognized.
        </Text>
      </ConfirmDialog>
    </>
  );
}

const COLUMNS: Column<Item>[] = [
  { title: 'File', cell: ({ path }) => path },
  { title: 'Outcome', cell: ({ state }) => OUTCOMES[state] },
  { title: 'Document', cell: (item) => <Filed item={item} /> },
  {
    title: 'Remark',
    cell: ({ error, ingestion }) => (
      <>
        {error && <Text size="sm">{error.message}</Text>}
        {ingestion && <Reading summary={ingestion} />}
      </>
    ),
  },
];

function Filed({ item: { document_id: documentId, fields, path } }: { item: Item }) {
  const name = fields.title ?? fields.document_number ?? path;
  if (documentId === null) return <>{fields.title ?? ''}</>;
  return (
    <Link to="/documents/$documentId" params={{ documentId }} className="document-link">
      {name}
    </Link>
  );
}

function Files({ of }: { of: Import }) {
  const { id: importId, dry_run: isTrial } = of;
  const { state } = useSearch({ from: '/signed-in-screens/imports/$importId' });
  const navigate = useNavigate();
  const client = useQueryClient();
  // Not with each progress: a large archive reports one a second.
  const known = useThrottledValue(of.counts.total - of.counts.pending + of.reading.ready, PAUSE_MS);
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['import items', importId] });
  }, [client, importId, known, of.state]);
  const list = useList(['import items', importId, state], (cursor, signal) => {
    const query = {
      ...(state && { state: state as Item['state'] }),
      ...(cursor !== undefined && { cursor }),
    };
    return api.GET('/imports/{id}/items', { params: { path: { id: importId }, query }, signal });
  });
  return (
    <>
      <Select
        label="Outcome"
        size="md"
        w={240}
        clearable
        placeholder="All files"
        data={Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }))}
        value={state ?? null}
        onChange={(value) =>
          void navigate({ to: '/imports/$importId', params: { importId }, search: value ? { state: value } : {} })
        }
      />
      <ListTable
        name={isTrial ? 'What would become of the files' : 'Files'}
        list={list}
        columns={COLUMNS}
        empty={state ? 'No file has this outcome.' : 'No files are known yet.'}
      />
    </>
  );
}
