import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { revisionName } from '../../parts/revision-name.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import { Due } from '../due.js';
import { AssignedDocument } from './assigned-document.js';

export type Assignment = Schema<'AssignmentResponse'>;

/** Key of queries, for what changes them: lists, and assignments with their people. */
export const ASSIGNMENTS = ['assignments'];

export const ASSIGNMENT_STATUS: Record<Assignment['status'], string> = {
  open: 'Open',
  superseded: 'Superseded by a new revision',
  canceled: 'Canceled',
};

const COLUMNS: Column<Assignment>[] = [
  { title: 'Document', cell: (one) => <AssignedDocument of={one} /> },
  { title: 'Status', cell: ({ status }) => ASSIGNMENT_STATUS[status] },
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
  {
    title: 'People',
    cell: ({ id, document, revision }) => (
      <Link
        to="/fleet/read-and-understood/$assignmentId"
        params={{ assignmentId: id }}
        search={{}}
        className="row-link"
        aria-label={`Show the people of ${document.title}, ${revisionName(revision.version)}`}
      >
        Show
      </Link>
    ),
  },
];

const REVISION: Column<Assignment> = { title: 'Revision', cell: ({ revision }) => revisionName(revision.version) };

interface AssignmentsProps {
  /** Assignments of all documents without. */
  documentId?: string;
  /** Shown without any. */
  empty: string;
}

/** What managers have assigned, and how many people have signed. */
export function Assignments({ documentId, empty }: AssignmentsProps) {
  const list = useList<Assignment>([...ASSIGNMENTS, 'list', documentId], (cursor, signal) => {
    const query = {
      ...(documentId !== undefined && { document_id: documentId }),
      ...(cursor !== undefined && { cursor }),
    };
    return api.GET('/assignments', { params: { query }, signal });
  });
  const columns = documentId === undefined ? COLUMNS : [REVISION, ...COLUMNS.slice(1)];
  return <ListTable name="Assignments" list={list} columns={columns} empty={empty} />;
}
