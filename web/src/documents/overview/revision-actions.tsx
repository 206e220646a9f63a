import { Button, Group, Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Problem } from '../../parts/problem.js';
import { revisionName } from '../../parts/revision-name.js';
import { useAction } from '../../parts/use-action.js';
import { isRunning } from '../reading.js';

type Revision = Schema<'RevisionResponse'>;
type Kind = 'activate' | 'withdraw' | 'delete' | 'stop';

interface RevisionActionsProps {
  document: Schema<'DocumentResponse'>;
  revision: Revision;
  revisions: readonly Revision[];
}

/** What those who manage the document can do with a revision in its state. */
export function RevisionActions({ document, revision, revisions }: RevisionActionsProps) {
  const [asked, setAsked] = useState<Kind | null>(null);
  const { status, ingestion } = revision;
  const changes = changedBy(document.id, revision.id);
  const again = useAction({
    run: () => api.POST('/documents/{id}/reprocess', { params: paramsOf(revision) }),
    said: `${revisionName(revision.version)} is read again.`,
    changes,
  });
  const possible: [Kind, boolean][] = [
    ['activate', status === 'draft' && ingestion.state === 'ready'],
    ['withdraw', status === 'active'],
    ['stop', isRunning(ingestion)],
    ['delete', status === 'draft'],
  ];
  const isReadable = !isRunning(ingestion) && (status === 'draft' || ingestion.state === 'failed');
  return (
    <Group gap="xs" className="revision-actions">
      {possible.map(
        ([kind, isPossible]) =>
          isPossible && (
            <Button
              key={kind}
              variant={kind === 'activate' ? 'filled' : 'default'}
              onClick={() => setAsked(kind)}
              aria-label={`${VERBS[kind]} ${revisionName(revision.version)}`}
            >
              {VERBS[kind]}
            </Button>
          ),
      )}
      {isReadable && (
        <Button variant="default" loading={again.isPending} onClick={() => again.act()}>
          Read it again
        </Button>
      )}
      {again.problem && <Problem error={again.problem} onRetry={() => again.act()} />}
      {asked && (
        <Asked
          kind={asked}
          revision={revision}
          current={revisions.find((other) => other.status === 'active')}
          onClose={() => setAsked(null)}
        />
      )}
    </Group>
  );
}

const VERBS: Record<Kind, string> = {
  activate: 'Activate',
  withdraw: 'Withdraw',
  delete: 'Delete',
  stop: 'Stop reading',
};

const DONE: Record<Kind, string> = {
  activate: 'is the current revision now.',
  withdraw: 'is withdrawn.',
  delete: 'is deleted.',
  stop: 'is no longer being read.',
};

interface AskedProps {
  kind: Kind;
  revision: Revision;
  current: Revision | undefined;
  onClose: () => void;
}

function Asked({ kind, revision, current, onClose }: AskedProps) {
  const name = revisionName(revision.version);
  const action = useAction({
    run: () => run(kind, revision),
    said: `${name} ${DONE[kind]}`,
    changes: changedBy(revision.document_id, revision.id),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`${VERBS[kind]}${kind === 'stop' ? '' : ` ${name}`}?`}
      verb={VERBS[kind]}
      action={action}
      onConfirm={() => action.act()}
    >
      <Text size="sm" className="wrap">
        {meaningOf(kind, name, current && revisionName(current.version))}
      </Text>
    </ConfirmDialog>
  );
}

function meaningOf(kind: Kind, name: string, current: string | undefined): string {
  switch (kind) {
    case 'activate':
      return current === undefined
        ? `Searches and answers use ${name} from now on, and those who watch the document are notified. To undo it, withdraw the revision.`
        : `Searches and answers use ${name} from now on instead of ${current}, and those who watch the document are notified. ${current} becomes superseded: links to its pages still open, with a warning. It cannot become current again unless it is uploaded again.`;
    case 'withdraw':
      return `Searches and answers no longer find the document until another revision is activated. Links to pages of ${name} still open, with a warning. A withdrawn revision cannot be activated again.`;
    case 'delete':
      return `The file of ${name} is deleted, with all that was read of it. This cannot be undone.`;
    case 'stop':
      return `${name} stays, and is not searched. You can have it read again.`;
  }
}

const paramsOf = ({ document_id: id, id: revisionId }: Revision) => ({
  path: { id },
  query: { revision_id: revisionId },
});

function run(kind: Kind, revision: Revision): Promise<unknown> {
  const params = { path: { id: revision.document_id, revision_id: revision.id } };
  switch (kind) {
    case 'activate':
      return api.POST('/documents/{id}/revisions/{revision_id}/activate', { params });
    case 'withdraw':
      return api.POST('/documents/{id}/revisions/{revision_id}/withdraw', { params });
    case 'delete':
      return api.DELETE('/documents/{id}/revisions/{revision_id}', { params });
    case 'stop':
      return api.POST('/documents/{id}/ingestion/cancel', { params: paramsOf(revision) });
  }
}

const changedBy = (documentId: string, revisionId: string) => [
  ['ingestion', documentId, revisionId],
  ['document', documentId],
  ['revisions', documentId],
  ['documents'],
  ['page', documentId],
  ['search'],
];
