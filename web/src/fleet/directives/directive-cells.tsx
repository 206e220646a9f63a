import { Badge, Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import type { Column } from '../../parts/list-table.js';
import { Due } from '../due.js';
import { BASIS, GAPS, STATUS } from './directive-words.js';

type NextDue = Schema<'NextDueResponse'>;

/** With an id for lists. */
export type Row = Schema<'AircraftDirectiveResponse'> & { id: string };

/** Most numbers begin with the kind. */
export function nameOf({ kind, issuer, number }: Pick<Row['directive'], 'kind' | 'issuer' | 'number'>): string {
  const label = kind === 'service_bulletin' ? 'SB' : 'AD';
  return [number.startsWith(label) ? '' : label, issuer, number].filter(Boolean).join(' ');
}

export const COLUMNS: Column<Row>[] = [
  {
    title: 'Directive',
    cell: ({ directive }) => (
      <>
        <Text size="sm" fw={600}>
          {nameOf(directive)}
        </Text>
        <Text size="sm">{directive.title}</Text>
        {directive.mandatory && <Text size="sm">Mandatory</Text>}
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, basis }) => (
      <>
        <Badge color={STATUS[status].color}>{STATUS[status].label}</Badge>
        <Text size="sm">{BASIS[basis]}</Text>
      </>
    ),
  },
  {
    title: 'Due',
    cell: ({ next_due: next, due_if_not_deferred: otherwise }) => (
      <>
        {next ? <Limits next={next} /> : '–'}
        {otherwise && <Text size="sm">If not deferred: {limitWords(otherwise).join(', ') || 'not known'}</Text>}
      </>
    ),
  },
  { title: 'Remaining', cell: ({ next_due: next }) => (next ? <Remaining next={next} /> : '–') },
  {
    title: 'Data as of',
    cell: ({ data_as_of: at, cycles_as_of: cycles }) => (
      <>
        <span className="no-wrap">{at ?? 'No reading'}</span>
        {cycles !== null && cycles !== at && <Text size="sm">Cycles: {cycles}</Text>}
      </>
    ),
  },
];

const WITHIN = { true: 'Yes', false: 'No', null: 'Not known' } as const;

export const DUE_WITHIN: Column<Row> = { title: 'Due by then', cell: ({ due_within: within }) => WITHIN[`${within}`] };

function Limits({ next }: { next: NextDue }) {
  const words = limitWords(next);
  return (
    <Due overdue={next.overdue === true}>
      {words.length > 0 ? words.map((limit) => <div key={limit}>{limit}</div>) : 'Not known'}
      {next.overdue === null && <div>Whether it is overdue is not known.</div>}
    </Due>
  );
}

function Remaining({ next }: { next: NextDue }) {
  const { remaining_flight_hours: hours, remaining_flight_cycles: cycles, remaining_days: days, gaps } = next;
  const words = [left(hours, 'flight hours'), left(cycles, 'cycles'), left(days, 'days')].filter((one) => one !== null);
  return (
    <>
      {words.map((amount) => (
        <div key={amount}>{amount}</div>
      ))}
      {gaps.map((gap) => (
        <Text key={gap} size="sm">
          {GAPS[gap]}
        </Text>
      ))}
      {words.length + gaps.length === 0 && '–'}
    </>
  );
}

/** What remains until a limit that has passed is negative. */
const left = (amount: number | null, unit: string): string | null =>
  amount === null ? null : `${Math.abs(amount).toLocaleString()} ${unit}${amount < 0 ? ' beyond' : ''}`;

const limitWords = ({ flight_hours: hours, flight_cycles: cycles, date }: NextDue): string[] =>
  amounts(hours, cycles, date);

const amounts = (hours: number | null, cycles: number | null, calendar: string | null): string[] =>
  [
    hours === null ? null : `${hours.toLocaleString()} flight hours`,
    cycles === null ? null : `${cycles.toLocaleString()} cycles`,
    calendar,
  ].filter((amount) => amount !== null);
