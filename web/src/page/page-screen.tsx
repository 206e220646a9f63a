import { ActionIcon, Alert, Button, Group, NumberInput, Skeleton, Tabs, Text, Title } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { revisionName } from '../parts/revision-name.js';
import { useMe } from '../parts/use-me.js';
import { RevisionBadge } from '../parts/revision-badge.js';
import { Comments } from './comments.js';
import { Outline } from './outline.js';
import { PageText } from './page-text.js';
import { PageView } from './page-view.js';
import { RevisionChoice } from './revision-choice.js';
import { ShareDialog } from './share-dialog.js';
import { Thumbnails } from './thumbnails.js';
import { pageQuery, useDocument, useHighlights, useRevisions, type PageOf } from './use-page.js';

const ZOOMS = [1, 1.5, 2, 3] as const;

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
      {data ? (
        <Opened
          key={`${documentId} ${page.pageNumber} ${page.revision ?? ''}`}
          page={page}
          data={data}
          count={count}
          highlight={highlight}
        />
      ) : (
        <Skeleton height="70vh" aria-label="Loading the page" />
      )}
    </div>
  );
}

/** Arrow keys turn pages, except in tabs, menus and dialogs, which use them. */
function turns({ target }: KeyboardEvent): boolean {
  return !(target instanceof Element && target.closest('[role=tab], [role=menu], [role=dialog], [role=listbox]'));
}

function useGo({ documentId, revision }: PageOf) {
  const navigate = useNavigate();
  return (to: { pageNumber: number; revision?: string | undefined }) =>
    void navigate({
      to: '/documents/$documentId/pages/$pageNumber',
      params: { documentId, pageNumber: String(to.pageNumber) },
      search: 'revision' in to ? (to.revision ? { revision: to.revision } : {}) : revision ? { revision } : {},
    });
}

interface HeadingProps {
  page: PageOf;
  document: Schema<'DocumentResponse'> | undefined;
  revisions: readonly Schema<'RevisionResponse'>[] | undefined;
  shown: Schema<'RevisionResponse'> | undefined;
}

function Heading({ page, document, revisions = [], shown }: HeadingProps) {
  const go = useGo(page);
  if (!document) return <Skeleton height={60} aria-label="Loading the document" />;
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

interface OpenedProps {
  page: PageOf;
  data: Schema<'PageResponse'>;
  count: number;
  highlight: string | undefined;
}

function Opened({ page, data, count, highlight }: OpenedProps) {
  const { can } = useMe();
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const [tab, setTab] = useState<string | null>('text');
  const [quote, setQuote] = useState<string | null>(null);
  const [sharing, setSharing] = useState(false);
  const { data: rectangles = [] } = useHighlights(page, quote ?? highlight);
  const isWide = useMediaQuery('(min-width: 1200px)');
  const go = useGo(page);
  const enlarge = (by: number): void => setZoom((at) => Math.max(0, Math.min(ZOOMS.length - 1, at + by)));
  useHotkeys([
    ['+', () => enlarge(1)],
    ['=', () => enlarge(1)],
    ['-', () => enlarge(-1)],
  ]);
  return (
    <>
      <Group gap={6} role="toolbar" aria-label="Page" className="page-toolbar">
        <Tool
          name="Previous page"
          sign="←"
          disabled={page.pageNumber <= 1}
          onClick={() => go({ pageNumber: page.pageNumber - 1 })}
        />
        <NumberInput
          key={page.pageNumber}
          aria-label={`Page, of ${count}`}
          size="md"
          w={76}
          min={1}
          max={count}
          hideControls
          defaultValue={page.pageNumber}
          onKeyDown={(event) => {
            const number = Number(event.currentTarget.value);
            if (event.key === 'Enter' && number >= 1 && number <= count) go({ pageNumber: number });
          }}
        />
        <Text size="sm">of {count}</Text>
        <Tool
          name="Next page"
          sign="→"
          disabled={page.pageNumber >= count}
          onClick={() => go({ pageNumber: page.pageNumber + 1 })}
        />
        <Tool name="Reduce" sign="−" disabled={zoom === 0} onClick={() => enlarge(-1)} />
        <Tool name="Enlarge" sign="+" disabled={zoom === ZOOMS.length - 1} onClick={() => enlarge(1)} />
        <Tool name="Rotate" sign="⟳" onClick={() => setTurns((at) => (at + 1) % 4)} />
        <Button variant="default" size="md" onClick={() => setSharing(true)}>
          Share
        </Button>
        {data.label !== null && data.label !== String(page.pageNumber) && (
          <Text size="sm">Printed as {data.label}</Text>
        )}
      </Group>
      <div className="page-columns">
        {isWide && count > 1 && <Thumbnails page={page} count={count} />}
        <PageView page={page} size={data} rectangles={rectangles} zoom={ZOOMS[zoom] ?? 1} turns={turns} />
        <Tabs value={tab} onChange={setTab} className="page-side" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="text">Text</Tabs.Tab>
            <Tabs.Tab value="comments">Comments</Tabs.Tab>
            <Tabs.Tab value="outline">Outline</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="text" pt="sm">
            <PageText
              page={data}
              highlight={quote ?? highlight}
              onQuote={
                can('document.comment')
                  ? (words) => {
                      setQuote(words);
                      setTab('comments');
                    }
                  : undefined
              }
            />
          </Tabs.Panel>
          <Tabs.Panel value="comments" pt="sm">
            <Comments page={page} quote={quote} onQuote={setQuote} />
          </Tabs.Panel>
          <Tabs.Panel value="outline" pt="sm">
            <Outline page={page} />
          </Tabs.Panel>
        </Tabs>
      </div>
      <ShareDialog page={page} opened={sharing} onClose={() => setSharing(false)} />
    </>
  );
}

interface ToolProps {
  name: string;
  sign: string;
  disabled?: boolean;
  onClick: () => void;
}

const Tool = ({ name, sign, disabled = false, onClick }: ToolProps) => (
  <ActionIcon variant="default" size={44} aria-label={name} title={name} disabled={disabled} onClick={onClick}>
    {sign}
  </ActionIcon>
);
