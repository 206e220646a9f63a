import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { aircraftName } from '../../parts/aircraft-select.js';
import { LinkButton } from '../../parts/link-button.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { SaveButton } from '../../parts/save-button.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import { JOB_CARDS } from '../words.js';

type Card = Schema<'JobCardSummaryResponse'>;

const nameOf = ({ title, work_order: order, aircraft }: Card): string =>
  title ?? order ?? `Card for ${aircraft.registration}`;

const COLUMNS: Column<Card>[] = [
  {
    title: 'Job card',
    cell: (card) => (
      <>
        <Link to="/job-cards/$jobCardId" params={{ jobCardId: card.id }} className="row-link">
          {nameOf(card)}
        </Link>
        {card.title !== null && card.work_order !== null && <Text size="sm">{card.work_order}</Text>}
      </>
    ),
  },
  { title: 'Aircraft', cell: ({ aircraft }) => aircraftName(aircraft) },
  { title: 'Tasks', cell: ({ task_count: count }) => count },
  {
    title: 'Made',
    cell: ({ created_at: at, created_by: by }) => (
      <>
        <When at={at} />
        <Text size="sm">{by?.name ?? 'A removed account'}</Text>
      </>
    ),
  },
  {
    title: 'Action',
    cell: (card) => (
      <SaveButton
        button="Save as PDF"
        label={`Save as PDF: ${nameOf(card)}`}
        fileName={`${card.id}.pdf`}
        read={() => api.download('/job-cards/{id}/pdf', { params: { path: { id: card.id } } })}
      />
    ),
  },
];

/** Cards of tasks for aircraft. */
export function JobCardsScreen() {
  const list = useList<Card>(JOB_CARDS, (cursor, signal) =>
    api.GET('/job-cards', { params: { query: { ...(cursor !== undefined && { cursor }) } }, signal }),
  );
  return (
    <Screen
      title="Job cards"
      about="Open a card to see whether it is still valid. Administrators and managers see those of everyone."
      actions={
        <LinkButton variant="filled" to="/fleet/job-cards/new" search={{}}>
          Make a job card
        </LinkButton>
      }
    >
      <ListTable name="Job cards" list={list} columns={COLUMNS} empty="No job cards yet." />
    </Screen>
  );
}
