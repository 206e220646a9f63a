import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { AIRCRAFT } from '../../parts/aircraft-select.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import { RECORDED } from './record-words.js';

type Listed = Schema<'ListedDirectiveRecordResponse'>;

const COLUMNS: Column<Listed>[] = [
  {
    title: 'Record',
    cell: ({ status, date, flight_hours: hours, flight_cycles: cycles, terminates }) => (
      <>
        <Text size="sm" fw={600}>
          {RECORDED[status].title}
        </Text>
        <Text size="sm">
          {[date, hours !== null && `${hours} flight hours`, cycles !== null && `${cycles} cycles`]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {terminates && <Text size="sm">Nothing remains to be done</Text>}
      </>
    ),
  },
  {
    title: 'Evidence',
    cell: ({ evidence, document_id: documentId, reason }) => (
      <>
        <span className="wrap">{evidence ?? '–'}</span>
        {reason !== null && (
          <Text size="sm" className="wrap">
            {reason}
          </Text>
        )}
        {documentId !== null && (
          <div>
            <Link to="/documents/$documentId" params={{ documentId }} className="row-link">
              Open the document
            </Link>
          </div>
        )}
      </>
    ),
  },
  {
    title: 'Recorded',
    cell: ({ created_at: at, recorded_by: by }) => (
      <>
        <When at={at} />
        <Text size="sm">{by?.name ?? 'A removed account'}</Text>
      </>
    ),
  },
];

interface RecordsProps {
  aircraftId: string;
  directiveId: string;
}

/** What was recorded of a directive on an aircraft, newest first. The first record counts. */
export function Records({ aircraftId, directiveId }: RecordsProps) {
  const list = useList<Listed>([...AIRCRAFT, 'records', aircraftId, directiveId], (cursor, signal) =>
    api.GET('/aircraft/{id}/directives/{directive_id}/records', {
      params: {
        path: { id: aircraftId, directive_id: directiveId },
        query: { ...(cursor !== undefined && { cursor }) },
      },
      signal,
    }),
  );
  return <ListTable name="Records" list={list} columns={COLUMNS} empty="Nothing is recorded." />;
}
