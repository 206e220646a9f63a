import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { Problem } from '../../parts/problem.js';
import { RevisionBadge } from '../../parts/revision-badge.js';
import { revisionName } from '../../parts/revision-name.js';
import { When } from '../../parts/when.js';
import type { useRevisions } from '../../page/use-page.js';
import { isRunning, Reading, useIngestion } from '../reading.js';
import { sizeOf } from '../upload/size.js';
import { FileRemarks } from './file-remarks.js';
import { NewRevisionDialog } from './new-revision-dialog.js';
import { RevisionActions } from './revision-actions.js';

type Document = Schema<'DocumentResponse'>;
type Revision = Schema<'RevisionResponse'>;

interface RevisionsProps {
  document: Document;
  revisions: ReturnType<typeof useRevisions>;
  manages: boolean;
}

/** The revisions of a document, newest first, and what can be done with each. */
export function Revisions({ document, revisions: { data, error, refetch }, manages }: RevisionsProps) {
  const [adding, setAdding] = useState(false);
  const ready = (data ?? []).filter(({ ingestion }) => ingestion.state === 'ready');
  return (
    <section aria-labelledby="revisions">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id="revisions">
            Revisions
          </Title>
          <Group gap="xs">
            {ready.length > 1 && (
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link
                    to="/documents/$documentId/compare"
                    params={{ documentId: document.id }}
                    search={{}}
                    {...props}
                  />
                )}
              >
                Compare
              </Button>
            )}
            {manages && (
              <Button variant="default" onClick={() => setAdding(true)}>
                Add a revision
              </Button>
            )}
          </Group>
        </Group>
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={90} role="group" aria-label="Loading the revisions" />}
        {data && (
          <ul className="revision-list">
            {data.map((revision) => (
              <li key={revision.id}>
                <Row document={document} revision={revision} revisions={data} manages={manages} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
      {adding && <NewRevisionDialog document={document} onClose={() => setAdding(false)} />}
    </section>
  );
}

interface RowProps {
  document: Document;
  revision: Revision;
  revisions: readonly Revision[];
  manages: boolean;
}

function Row({ document, revision, revisions, manages }: RowProps) {
  const { status, version, ingestion, page_count: pageCount } = revision;
  const isReady = ingestion.state === 'ready';
  return (
    <article aria-label={revisionName(version)} className="revision">
      <div className="revision-facts">
        <Group gap={8}>
          {isReady ? (
            <Link
              to="/documents/$documentId/pages/$pageNumber"
              params={{ documentId: document.id, pageNumber: '1' }}
              search={revision.id === document.revision.id ? {} : { revision: revision.id }}
              className="document-link"
            >
              {revisionName(version)}
            </Link>
          ) : (
            <Text fw={600} className="wrap">
              {revisionName(version)}
            </Text>
          )}
          <RevisionBadge status={status} />
        </Group>
        <Text size="sm" c="dimmed" className="wrap">
          {[revision.revision_date, revision.effectivity, revision.file_name, sizeOf(revision.content_size)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          <History revision={revision} />
        </Text>
        {manages && isRunning(ingestion) ? (
          <Progressing documentId={document.id} revision={revision} />
        ) : (
          <Reading summary={ingestion} pageCount={pageCount} />
        )}
        {manages && isReady && (status === 'active' || status === 'draft') && (
          <FileRemarks document={document} revision={revision} />
        )}
      </div>
      {manages && <RevisionActions document={document} revision={revision} revisions={revisions} />}
    </article>
  );
}

function History({ revision: { status, created_at, activated_at, withdrawn_at } }: { revision: Revision }) {
  return (
    <>
      Added <When at={created_at} dateOnly />
      {activated_at !== null && (
        <>
          , active from <When at={activated_at} />
        </>
      )}
      {status === 'withdrawn' && (
        <>
          , withdrawn <When at={withdrawn_at} />
        </>
      )}
    </>
  );
}

function Progressing({ documentId, revision: { id, ingestion } }: { documentId: string; revision: Revision }) {
  return <Reading summary={ingestion} progress={useIngestion(documentId, id, ingestion)} />;
}
