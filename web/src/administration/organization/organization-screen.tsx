import { Alert, Badge, Button, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { ListTable, LoadingRows } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { saveFile } from '../../parts/save-file.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';

type Export = Schema<'OrganizationExportResponse'>;

const STATES: Record<Export['state'], { label: string; color: string }> = {
  queued: { label: 'Waiting', color: '#8a5300' },
  running: { label: 'Being created', color: '#8a5300' },
  ready: { label: 'Ready', color: '#1f6b30' },
  failed: { label: 'Failed', color: '#b02a37' },
};
const REFRESH_MS = 2_000;
const CHANGES = [['organization', 'exports']];

/** All data of the organization in an archive, and its removal. */
export function OrganizationScreen() {
  return (
    <Screen title="Export and deletion" about="All data of the organization: to take it elsewhere, or to remove it.">
      <Exports />
      <Deletion />
    </Screen>
  );
}

function Exports() {
  const [removed, setRemoved] = useState<Export | null>(null);
  const list = useList<Export>(
    ['organization', 'exports'],
    (cursor, signal) => api.GET('/organization/exports', { params: { query: { cursor } }, signal }),
    {
      refreshAfter: (rows) =>
        rows.some(({ state }) => state === 'queued' || state === 'running') ? REFRESH_MS : false,
    },
  );
  const create = useAction({ run: () => api.POST('/organization/exports'), changes: CHANGES });
  const remove = useAction({
    run: ({ id }: Export) => api.DELETE('/organization/exports/{id}', { params: { path: { id } } }),
    said: 'The archive was removed.',
    changes: CHANGES,
    onDone: () => setRemoved(null),
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Exports
        </Title>
        <Button onClick={() => create.act()} loading={create.isPending}>
          Create an export
        </Button>
      </Group>
      <Text size="sm">
        An archive has all rows and files, private comments and conversations too, but no secrets. It is kept for seven
        days.
      </Text>
      {create.problem && <Problem error={create.problem} onRetry={() => create.act()} />}
      <ListTable
        name="Exports"
        list={list}
        empty="There is no archive now."
        columns={[
          { title: 'Requested', cell: ({ created_at: at }) => <When at={at} /> },
          { title: 'State', cell: ({ state }) => <Badge color={STATES[state].color}>{STATES[state].label}</Badge> },
          { title: 'Size', cell: ({ size_bytes: size }) => (size === null ? 'Not known yet' : mebibytes(size)) },
          { title: 'SHA-256', cell: ({ sha256 }) => (sha256 === null ? 'Not known yet' : <Code>{sha256}</Code>) },
          { title: 'Kept until', cell: ({ expires_at: at }) => <When at={at} none="Not known yet" /> },
          {
            title: 'Actions',
            cell: (row) => (
              <Group gap="xs">
                {row.state === 'ready' && <Download archive={row} />}
                <Button variant="default" onClick={() => setRemoved(row)}>
                  Remove
                </Button>
              </Group>
            ),
          },
        ]}
      />
      <ConfirmDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title="Remove this archive?"
        verb="Remove"
        action={remove}
        onConfirm={() => removed && remove.act(removed)}
      >
        <Text size="sm">The archive cannot be downloaded again. The data of the organization is not touched.</Text>
      </ConfirmDialog>
    </Stack>
  );
}

function Download({ archive }: { archive: Export }) {
  const download = useAction({
    run: async () => {
      const response = await api.download('/organization/exports/{id}/content', {
        params: { path: { id: archive.id } },
      });
      await saveFile(response, `${archive.id}.zip`);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => download.act()} loading={download.isPending}>
        Download
      </Button>
      {download.problem && <Problem error={download.problem} onRetry={() => download.act()} />}
    </>
  );
}

const mebibytes = (size: number): string =>
  `${(size / 1024 ** 2).toLocaleString(undefined, { maximumFractionDigits: 1 })} MiB`;

function Deletion() {
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['organization', 'deletion'],
    queryFn: readDeletion,
  });
  const [isAsking, setAsking] = useState(false);
  const [name, setName] = useState('');
  const changes = [['organization', 'deletion']];
  const schedule = useAction({
    run: () => api.POST('/organization/deletion', { body: { confirm_name: name } }),
    changes,
    onDone: () => setAsking(false),
  });
  const cancel = useAction({
    run: () => api.DELETE('/organization/deletion'),
    said: 'The organization is not deleted.',
    changes,
  });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (isPending) return <LoadingRows />;
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={2} size="h4">
        Deletion
      </Title>
      {data ? (
        <Alert color="red" variant="outline" title="The organization will be deleted" role="alert">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              Access ends and removal starts at <When at={data.due_at} />. Each administrator can cancel it until then.
            </Text>
            <Button onClick={() => cancel.act()} loading={cancel.isPending}>
              Cancel the deletion
            </Button>
            {cancel.problem && <Problem error={cancel.problem} onRetry={() => cancel.act()} />}
          </Stack>
        </Alert>
      ) : (
        <>
          <Text size="sm">
            Deletes people, documents, comments, conversations, keys and files. All administrators get a mail and can
            cancel it until the day it starts.
          </Text>
          <Button variant="outline" color="#b02a37" className="danger-button" onClick={() => setAsking(true)}>
            Delete the organization
          </Button>
        </>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Delete the organization?"
        verb="Schedule the deletion"
        action={schedule}
        onConfirm={() => schedule.act()}
      >
        <Text size="sm">
          After the waiting period all its data is removed, and it cannot be restored. Create an export first if you
          need the data.
        </Text>
        <TextInput
          label="Exact name of the organization"
          required
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </Stack>
  );
}

/** Null if none is scheduled. */
async function readDeletion({
  signal,
}: {
  signal: AbortSignal;
}): Promise<Schema<'OrganizationDeletionResponse'> | null> {
  try {
    return (await api.GET('/organization/deletion', { signal })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
