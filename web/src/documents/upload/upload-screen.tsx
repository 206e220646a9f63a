import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Screen } from '../../parts/screen.js';
import type { FieldName } from '../field-values.js';
import { Fields } from '../fields.js';
import { useKinds, useManaging } from '../use-documents.js';
import { DropZone, useDrop } from './drop-zone.js';
import { isUnderWay, queue, useUploads } from './queue.js';
import { UploadCard } from './upload-card.js';
import '../documents.css';

const IN_COMMON: FieldName[] = ['document_type', 'aircraft_type', 'access', 'team_id'];

/** Files on their way to become documents. */
export function UploadScreen() {
  const { mayManage, mayUpload } = useManaging();
  const { aircraft } = useKinds();
  const uploads = useUploads();
  const add = useCallback((files: File[]) => queue.add(files, aircraft), [aircraft]);
  const isOver = useDrop(mayUpload, add);
  useFreshLists(uploads.filter(({ state }) => state === 'sent').length);
  const waiting = uploads.filter(({ state }) => state === 'ready');
  return (
    <div className="documents-screen">
      <Screen
        title="Upload documents"
        about="Each file becomes a document. The service reads it; then searches and answers use it."
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/documents" {...props} />}>
            All documents
          </Button>
        }
      >
        {mayUpload ? <DropZone isOver={isOver} onFiles={add} /> : mayManage && <NoTeam />}
        {waiting.length > 1 && <InCommon count={waiting.length} />}
        <Stack gap="md">
          {uploads.map((upload) => (
            <UploadCard key={upload.id} upload={upload} />
          ))}
        </Stack>
      </Screen>
      <Leaving count={uploads.filter(isUnderWay).length} />
    </div>
  );
}

function NoTeam() {
  return (
    <Alert color="gray" variant="outline" title="You cannot upload yet">
      You manage the documents of your team, and you have no team. Ask an administrator to add you to one.
    </Alert>
  );
}

/** Lists and filters show what was uploaded. */
function useFreshLists(sent: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (sent === 0) return;
    for (const name of ['documents', 'document-types', 'aircraft-types'])
      void client.invalidateQueries({ queryKey: [name] });
  }, [client, sent]);
}

function InCommon({ count }: { count: number }) {
  const uploads = useUploads().filter(({ state }) => state === 'ready');
  const [first] = uploads;
  if (!first) return null;
  const differing = IN_COMMON.filter((name) => uploads.some(({ fields }) => fields[name] !== first.fields[name]));
  const values = { ...first.fields };
  for (const name of differing) values[name] = '';
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Text fw={600}>Same for all {count} files</Text>
        <Fields names={IN_COMMON} values={values} errors={{}} onChange={(part) => queue.editAll(part)} />
        <Group>
          <Button onClick={() => queue.startAll()}>Upload all</Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Asks before uploads are lost. */
function Leaving({ count }: { count: number }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => count > 0 && next.pathname !== '/signed-out',
    enableBeforeUnload: count > 0,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Stop the uploads and leave?"
      verb="Stop and leave"
      action={{ isPending: false, problem: null, reset: () => undefined }}
      onConfirm={() => {
        queue.stop();
        blocker.proceed?.();
      }}
    >
      <Text size="sm">
        {count === 1 ? 'One file is' : `${count} files are`} not completely sent. Stay until the service has them. Files
        that are stopped stay on this screen, and you can upload them again.
      </Text>
    </ConfirmDialog>
  );
}
