import { Alert, Group, Skeleton, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect } from 'react';
import { OpenDiscrepancies } from '../parts/open-discrepancies.js';
import { TemporaryRevisions } from '../parts/temporary-revisions.js';
import { Problem } from '../parts/problem.js';
import { revisionName } from '../parts/revision-name.js';
import { RevisionBadge } from '../parts/revision-badge.js';
import { OpenedPage } from './opened-page.js';
import { PrintLine } from './print-line.js';
import { RevisionChoice } from './revision-choice.js';
import { useGo } from './use-go.js';
import { useDocument } from '../parts/use-document.js';
import { pageQuery, useRevisions, type PageOf } from './use-page.js';

/** A page of a document: its image, text, comments and outline. */
export function PageScreen() {
  const { documentId, pageNumber: typed } = useParams({
    from: '/signed-in-screens/documents/$documentId/pages/$pageNumber',
  });
  const { highlight, revision } = useSearch({ from: '/signed-in-screens/documents/$documentId/pages/$pageNumber' });
  const page: PageOf = { documentId, pageNumber: Math.max(1, Math.floor(Number(typed)) || 1), revision };
  const document_ = useDocument(documentId);
  const { data, error, refetch } = useQuery(pageQuery(page));
  const revisions = useRevisions(documentId);
  const shown = revisions.data?.find(({ id }) => id === (revision ?? document_.data?.revision.id));
  const count = shown?.page_count ?? document_.data?.page_count ?? page.pageNumber;
  const go = useGo(page);
  useHotkeys([
    ['ArrowRight', (event) => turns(event) && page.pageNumber < count && go({ pageNumber: page.pageNumber + 1 })],
    ['ArrowLeft', (event) => turns(event) && page.pageNumber > 1 && go({ pageNumber: page.pageNumber - 1 })],
  ]);
  const title = document_.data?.title;
  useEffect(() => {
    document.title = `${title ? `${title}, page ${page.pageNumber}` : 'Page'} · Maintenance Knowledge`;
  }, [title, page.pageNumber]);

  const failure = document_.error ?? error;
  if (failure) {
    return (
      <div className="page-problem">
        <Problem error={failure} onRetry={() => void Promise.all([document_.refetch(), refetch()])} />
        <Link to="/" className="plain-link">
          Search the manuals
        </Link>
      </div>
    );
  }
  return (
    <div className="page-screen">
      <Heading page={page} document={document_.data} revisions={revisions.data} shown={shown} />
      {document_.data && <PrintLine document={document_.data} revision={shown} page={data} />}
      {data && <TemporaryRevisions marks={data.temporary_revisions} />}
      {data && <OpenDiscrepancies reports={data.discrepancies} />}
      {data ? (
        <OpenedPage
          key={`${documentId} ${page.pageNumber} ${page.revision ?? ''}`}
          page={page}
          data={data}
          count={count}
          highlight={highlight}
        />
      ) : (
        <Skeleton height="70vh" role="group" aria-label="Loading the page" />
      )}
    </div>
  );
}

/** Arrow keys turn pages, except in tabs, menus and dialogs, which use them. */
function turns({ target }: KeyboardEvent): boolean {
  return !(target instanceof Element && target.closest('[role=tab], [role=menu], [role=dialog], [role=listbox]'));
}

interface HeadingProps {
  page: PageOf;
  document: Schema<'DocumentResponse'> | undefined;
  revisions: readonly Schema<'RevisionResponse'>[] | undefined;
  shown: Schema<'RevisionResponse'> | undefined;
}

function Heading({ page, document, revisions = [], shown }: HeadingProps) {
  const go = useGo(page);
  if (!document) return <Skeleton height={60} role="group" aria-label="Loading the document" />;
  const current = document.revision.id;
  const readable = revisions.filter(({ ingestion }) => ingestion.state === 'ready');
  return (
    <div>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="page-title">
          <Title order={1} size="h3" className="wrap">
            {document.title}
          </Title>
          <Group gap={8}>
            {shown && <RevisionBadge status={shown.status} />}
            <Text size="sm" className="wrap">
              {[
                document.document_type,
                document.aircraft_type,
                document.document_number,
                shown && revisionName(shown.version),
                shown?.revision_date,
                shown?.effectivity && `Effectivity: ${shown.effectivity}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Group>
        </div>
        <RevisionChoice
          document={document}
          revisions={readable}
          shown={shown?.id ?? current}
          onChoose={(id) => go({ pageNumber: 1, revision: id === current ? undefined : id })}
        />
      </Group>
      {shown && shown.status !== 'active' && (
        <Alert
          color="red"
          variant="outline"
          mt="xs"
          title={`Do not work from this revision: it is ${shown.status}`}
          role="alert"
        >
          {shown.id !== current && (
            <Link
              to="/documents/$documentId/pages/$pageNumber"
              params={{ documentId: page.documentId, pageNumber: '1' }}
              search={{}}
              className="plain-link"
            >
              Open the current revision
            </Link>
          )}
        </Alert>
      )}
    </div>
  );
}
