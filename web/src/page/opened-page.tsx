import { Button, Tabs } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useRef, useState } from 'react';
import { useDialog } from '../parts/dialog.js';
import { useMe } from '../parts/use-me.js';
import { Comments } from './comments.js';
import { Outline } from './outline.js';
import { PageText } from './page-text.js';
import { PageToolbar } from './page-toolbar.js';
import { PageView } from './page-view.js';
import { ReportDialog } from './report-dialog.js';
import { ShareDialog } from '../parts/share-dialog.js';
import { Thumbnails } from './thumbnails.js';
import { useCommentMarks } from './use-comments.js';
import { highlightsQuery, type PageOf } from './use-page.js';
import { useSelectedWords } from './use-selected-words.js';

const ZOOMS = [1, 1.5, 2, 3] as const;
const MIN_SELECTED = 3;

interface OpenedPageProps {
  page: PageOf;
  data: Schema<'PageResponse'>;
  count: number;
  highlight: string | undefined;
}

/** A page that was read: toolbar, image and what belongs to it. */
export function OpenedPage({ page, data, count, highlight }: OpenedPageProps) {
  const { can } = useMe();
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const [tab, setTab] = useState<string | null>('text');
  const [quote, setQuote] = useState<string | null>(null);
  const [sharing, setSharing] = useState(false);
  const report = useDialog<{ page: Schema<'PageResponse'>; quote: string }>();
  const mayReport = can('discrepancy.create') && data.status !== 'draft';
  const { data: rectangles = [] } = useQuery(highlightsQuery(page, quote ?? highlight));
  const marks = useCommentMarks(page);
  const isWide = useMediaQuery('(min-width: 1200px)');
  const words = useRef<HTMLDivElement>(null);
  const selected = useSelectedWords(words);
  const enlarge = (by: 1 | -1): void => setZoom((at) => Math.max(0, Math.min(ZOOMS.length - 1, at + by)));
  useHotkeys([
    ['+', () => enlarge(1)],
    ['=', () => enlarge(1)],
    ['-', () => enlarge(-1)],
  ]);
  const openComment = (id: string): void => {
    setTab('comments');
    // Once the tab is there.
    setTimeout(() => document.getElementById(id)?.focus(), 50);
  };
  return (
    <>
      <PageToolbar
        page={page}
        count={count}
        label={data.label}
        canReduce={zoom > 0}
        canEnlarge={zoom < ZOOMS.length - 1}
        onZoom={enlarge}
        onTurn={() => setTurns((at) => (at + 1) % 4)}
        onShare={() => setSharing(true)}
      >
        {can('document.comment') && selected.length >= MIN_SELECTED && (
          <Button
            size="md"
            // The words stay selected.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              setQuote(selected);
              setTab('comments');
            }}
          >
            Comment on the selected words
          </Button>
        )}
        {mayReport && selected.length >= MIN_SELECTED && (
          <Button
            size="md"
            variant="default"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => report.open({ page: data, quote: selected })}
          >
            Report a discrepancy
          </Button>
        )}
      </PageToolbar>
      <div className="page-columns" ref={words}>
        {isWide && count > 1 && <Thumbnails page={page} count={count} />}
        <PageView
          page={page}
          data={data}
          rectangles={rectangles}
          marks={marks}
          onMark={openComment}
          next={page.pageNumber < count ? page.pageNumber + 1 : undefined}
          zoom={ZOOMS[zoom] ?? 1}
          turns={turns}
        />
        <Tabs value={tab} onChange={setTab} className="page-side" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="text">Text</Tabs.Tab>
            <Tabs.Tab value="comments">Comments</Tabs.Tab>
            <Tabs.Tab value="outline">Outline</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="text" pt="sm">
            <PageText page={data} highlight={quote ?? highlight} />
          </Tabs.Panel>
          <Tabs.Panel value="comments" pt="sm">
            <Comments page={page} quote={quote} onQuote={setQuote} />
          </Tabs.Panel>
          <Tabs.Panel value="outline" pt="sm">
            <Outline page={page} />
          </Tabs.Panel>
        </Tabs>
      </div>
      <ShareDialog
        documentId={page.documentId}
        pageNumber={page.pageNumber}
        opened={sharing}
        onClose={() => setSharing(false)}
      />
      <ReportDialog
        page={report.subject?.page ?? data}
        quote={report.subject?.quote ?? ''}
        opened={report.opened}
        onClose={report.close}
      />
    </>
  );
}
