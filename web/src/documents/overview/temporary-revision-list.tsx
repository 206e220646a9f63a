import { Badge, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';

type TemporaryRevision = Schema<'TemporaryRevisionResponse'>;
type Page = TemporaryRevision['pages'][number];

/** White text on them has a contrast of at least 4.5. */
const STATUS: Record<TemporaryRevision['status'], { label: string; color: string }> = {
  scheduled: { label: 'scheduled', color: '#495057' },
  in_force: { label: 'in force', color: '#1f6b30' },
  expired: { label: 'expired', color: '#b02a37' },
  superseded: { label: 'superseded', color: '#b02a37' },
  incorporated: { label: 'incorporated', color: '#495057' },
  withdrawn: { label: 'withdrawn', color: '#b02a37' },
};
const ACTIONS: Record<Page['action'], string> = {
  replace: 'Replaces page',
  insert: 'Inserts pages after page',
  cancel: 'Cancels page',
};

const COLUMNS: Column<TemporaryRevision>[] = [
  { title: 'Number', cell: ({ number }) => number },
  {
    title: 'Status',
    cell: ({ status, needs_review: needsReview }) => (
      <Stack gap={4} align="flex-start">
        <Badge color={STATUS[status].color}>{STATUS[status].label}</Badge>
        {needsReview && <Badge color="#8a5300">needs review</Badge>}
      </Stack>
    ),
  },
  { title: 'From', cell: ({ effective_from: at }) => <When at={at} /> },
  { title: 'Until', cell: ({ effective_until: at }) => <When at={at} none="No end" /> },
  {
    title: 'Pages',
    cell: ({ pages }) =>
      pages.map((page) => (
        <div key={`${page.action} ${page.page_number}`}>
          {ACTIONS[page.action]} {placeOf(page)}
        </div>
      )),
  },
  { title: 'Document', cell: ({ number, overlay_document_id: id }) => <Overlay documentId={id} number={number} /> },
];

/** Temporary revisions of a manual, newest first. Nothing is shown if there are no temporary revisions. */
export function TemporaryRevisionList({ documentId: id }: { documentId: string }) {
  const list = useList<TemporaryRevision>(['temporary-revisions', id], (cursor, signal) => {
    const params = { path: { id }, query: { ...(cursor !== undefined && { cursor }) } };
    return api.GET('/documents/{id}/temporary-revisions', { params, signal });
  });
  if (list.rows?.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="temporary-revisions">
      <Title order={2} size="h4" id="temporary-revisions">
        Temporary revisions
      </Title>
      <ListTable name="Temporary revisions" list={list} columns={COLUMNS} empty="No temporary revisions." />
    </Stack>
  );
}

/** In the current revision, if it has the page. */
const placeOf = ({ page_number: number, current_page_number: current }: Page): string =>
  current === null ? `${number} of the revision that it was issued for` : String(current);

function Overlay({ documentId, number }: { documentId: string | null; number: string }) {
  if (documentId === null) return 'You cannot see it, or it was deleted';
  return (
    <Link
      to="/documents/$documentId/pages/$pageNumber"
      params={{ documentId, pageNumber: '1' }}
      search={{}}
      className="row-link"
    >
      Open {number}
    </Link>
  );
}
