import { Stack, Title } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import { Due } from '../due.js';
import { AssignedDocument } from './assigned-document.js';

type Assignment = Schema<'AssignmentResponse'>;

/** Key of queries, for what changes them. */
export const ASSIGNMENTS = ['assignments'];

const STATUS: Record<Assignment['status'], string> = {
  open: 'Open',
  superseded: 'Superseded by a new revision',
  canceled: 'Canceled',
};

const COLUMNS: Column<Assignment>[] = [
  { title: 'Document', cell: (one) => <AssignedDocument of={one} /> },
  { title: 'Status', cell: ({ status }) => STATUS[status] },
  { title: 'Assigned', cell: ({ counts }) => counts.assigned },
  { title: 'Signed', cell: ({ counts }) => counts.signed },
  { title: 'Pending', cell: ({ counts }) => counts.pending },
  { title: 'Overdue', cell: ({ counts }) => counts.overdue },
  {
    title: 'Due',
    cell: ({ due_at: at, counts }) => (
      <Due overdue={counts.overdue > 0}>
        <When at={at} />
      </Due>
    ),
  },
];

/** What managers have assigned, and how many people have signed. */
export function Assignments() {
  const list = useList<Assignment>(ASSIGNMENTS, (cursor, signal) =>
    api.GET('/assignments', { params: { query: { ...(cursor !== undefined && { cursor }) } }, signal }),
  );
  return (
    <Stack component="section" gap="xs" aria-labelledby="assignments">
      <Title order={2} size="h4" id="assignments">
        Assignments
      </Title>
      <ListTable name="Assignments" list={list} columns={COLUMNS} empty="Nothing is assigned. Assign with the API." />
    </Stack>
  );
}
