import { Button, Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect, useState } from 'react';
import { api } from '../../api.js';
import { useRevisions } from '../../page/use-page.js';
import { useDocument } from '../../parts/use-document.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Problem } from '../../parts/problem.js';
import { Screen } from '../../parts/screen.js';
import { ShareDialog } from '../../parts/share-dialog.js';
import { useAction } from '../../parts/use-action.js';
import { useMe } from '../../parts/use-me.js';
import { isRunning, useCurrent } from '../reading.js';
import { useManaging } from '../use-documents.js';
import { AssignmentSection } from './assignment-section.js';
import { Details } from './details.js';
import { Revisions } from './revisions.js';
import { Readers, Shares } from './sharing.js';
import { TemporaryRevisionList } from './temporary-revision-list.js';
import { WatchButton } from './watch-button.js';
import '../documents.css';

/** A document with its revisions, and who can see it. */
export function OverviewScreen() {
  const { documentId } = useParams({ from: '/signed-in-screens/documents/$documentId' });
  const { data: document, error, refetch } = useDocument(documentId);
  if (error) {
    return (
      <div className="page-problem">
        <Problem error={error} onRetry={() => void refetch()} />
        <Link to="/documents" className="plain-link">
          All documents
        </Link>
      </div>
    );
  }
  if (!document) {
    return (
      <div className="documents-screen">
        <Skeleton height="60vh" role="group" aria-label="Loading the document" />
      </div>
    );
  }
  return <Overview key={documentId} document={document} />;
}

function Overview({ document }: { document: Schema<'DocumentResponse'> }) {
  const { id, title, ingestion } = document;
  const { can } = useMe();
  const manages = useManaging().manages(document);
  const revisions = useRevisions(id);
  return (
    <div className="documents-screen">
      <Screen
        title={title}
        actions={
          <>
            {ingestion.state === 'ready' && <ReadLink documentId={id} />}
            <WatchButton documentId={id} />
            {can('document.share') && <ShareButton documentId={id} />}
            {manages && <DeleteButton document={document} />}
          </>
        }
      >
        {!manages && <Following document={document} />}
        <div className="overview">
          <div className="overview-main">
            <Revisions document={document} revisions={revisions} manages={manages} />
            <TemporaryRevisionList documentId={id} />
            {can('assignment.manage') && <AssignmentSection document={document} />}
            {can('document.share') && <Shares document={document} manages={manages} />}
            {can('document.share') && <Readers documentId={id} />}
          </div>
          <Details document={document} manages={manages} />
        </div>
      </Screen>
    </div>
  );
}

/** Keeps the screen current for those who cannot ask how far a file is read. */
function Following({ document }: { document: Schema<'DocumentResponse'> }) {
  const client = useQueryClient();
  const { ingestion } = useCurrent(document);
  const isReading = isRunning(ingestion);
  useEffect(() => {
    if (!isReading) void client.invalidateQueries({ queryKey: ['revisions', document.id] });
  }, [client, isReading, document.id]);
  return null;
}

function ReadLink({ documentId }: { documentId: string }) {
  return (
    <Button
      renderRoot={(props) => (
        <Link
          to="/documents/$documentId/pages/$pageNumber"
          params={{ documentId, pageNumber: '1' }}
          search={{}}
          {...props}
        />
      )}
    >
      Read it
    </Button>
  );
}

function ShareButton({ documentId }: { documentId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Share
      </Button>
      <ShareDialog documentId={documentId} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function DeleteButton({ document: { id, title } }: { document: Schema<'DocumentResponse'> }) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  const remove = useAction({
    run: () => api.DELETE('/documents/{id}', { params: { path: { id } } }),
    said: `${title} is deleted.`,
    changes: [['documents'], ['document-types'], ['aircraft-types'], ['search']],
    onDone: () => void navigate({ to: '/documents' }),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Delete this document?"
        verb="Delete"
        typed="delete"
        action={remove}
        onConfirm={() => remove.act()}
      >
        <Text size="sm" className="wrap">
          {title} disappears for everyone at once, with all its revisions, comments and shares. Searches and answers no
          longer find it, and links to its pages no longer open. This cannot be undone. To keep old links working,
          withdraw the revision instead.
        </Text>
      </ConfirmDialog>
    </>
  );
}
