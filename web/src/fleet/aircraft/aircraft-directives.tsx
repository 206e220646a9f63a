import { Alert, Badge, Button, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import type { AircraftAddress } from '../../addresses.js';
import { api } from '../../api.js';
import { AIRCRAFT } from '../../parts/aircraft-select.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { TypedFilter } from '../../parts/typed-filter.js';
import { useList } from '../../parts/use-list.js';
import { Due } from '../due.js';
import { BASIS, GAPS, STATUS } from './directive-words.js';

type NextDue = Schema<'NextDueResponse'>;
type Row = Schema<'AircraftDirectiveResponse'> & { id: string };

const WHOLE = /^\d{0,5}$/;
const HOURS = /^(\d{1,5}(\.\d{1,2})?)?$/;
const ASKED = { hours: 'due_within_hours', cycles: 'due_within_cycles', days: 'due_within_days' } as const;

/** Directives and bulletins in force on an aircraft: overdue and open ones first, or what is due soon. */
export function AircraftDirectives({ aircraftId }: { aircraftId: string }) {
  const address = useSearch({ from: '/signed-in-screens/fleet/aircraft/$aircraftId' });
  const navigate = useNavigate();
  const asked = limitsOf(address);
  const isAsked = Object.keys(asked).length > 0;
  const list = useList<Row>([...AIRCRAFT, 'directives', aircraftId, asked], async (cursor, signal) => {
    const params = { path: { id: aircraftId }, query: { ...asked, ...(cursor !== undefined && { cursor }) } };
    const { data, ...page } = await api.GET('/aircraft/{id}/directives', { params, signal });
    return { ...page, data: data.map((row) => ({ ...row, id: row.directive.id })) };
  });
  const go = (next: AircraftAddress): void =>
    void navigate({ to: '/fleet/aircraft/$aircraftId', params: { aircraftId }, search: next, replace: true });
  const limit = (name: keyof AircraftAddress, label: string, pattern: RegExp, rule: string) => (
    <TypedFilter
      key={`${name} ${address[name] ?? ''}`}
      label={label}
      placeholder="Any"
      pattern={pattern}
      rule={rule}
      value={address[name] ?? ''}
      onChange={(typed) => {
        const all = Object.entries({ ...address, [name]: typed }).filter(([, value]) => value !== '');
        go(Object.fromEntries(all));
      }}
    />
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby="open">
      <Title order={2} size="h4" id="open">
        What is open
      </Title>
      {list.warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="outline" role="note">
          {warning}
        </Alert>
      ))}
      <div className="filters" role="group" aria-label="Due within">
        {limit('hours', 'Due within flight hours', HOURS, 'Hours, such as 100 or 62.5')}
        {limit('cycles', 'Due within flight cycles', WHOLE, 'A whole number')}
        {limit('days', 'Due within days', WHOLE, 'A whole number')}
        {isAsked && (
          <Button variant="subtle" style={{ alignSelf: 'end', justifySelf: 'start' }} onClick={() => go({})}>
            Remove filters
          </Button>
        )}
      </div>
      {isAsked && <Text size="sm">Overdue directives, and those whose due date is not known, are listed too.</Text>}
      <ListTable
        name="Directives"
        list={list}
        empty={isAsked ? 'Nothing is due by then.' : 'No directive or bulletin in force is recorded.'}
        columns={isAsked ? [...COLUMNS, DUE_WITHIN] : COLUMNS}
      />
    </Stack>
  );
}

/** Typed addresses can have other values, which count as none. */
function limitsOf(address: AircraftAddress): Partial<Record<(typeof ASKED)[keyof typeof ASKED], number>> {
  const limits = Object.entries(ASKED).flatMap(([name, parameter]) => {
    const value = address[name as keyof AircraftAddress] ?? '';
    const pattern = name === 'hours' ? HOURS : WHOLE;
    return value !== '' && pattern.test(value) ? [[parameter, Number(value)] as const] : [];
  });
  return Object.fromEntries(limits);
}

/** Most numbers begin with the kind. */
function nameOf(kind: Row['directive']['kind'], issuer: string | null, number: string): string {
  const label = kind === 'service_bulletin' ? 'SB' : 'AD';
  return [number.startsWith(label) ? '' : label, issuer, number].filter(Boolean).join(' ');
}

const COLUMNS: Column<Row>[] = [
  {
    title: 'Directive',
    cell: ({ directive: { kind, issuer, number, title, mandatory } }) => (
      <>
        <Text size="sm" fw={600}>
          {nameOf(kind, issuer, number)}
        </Text>
        <Text size="sm">{title}</Text>
        {mandatory && <Text size="sm">Mandatory</Text>}
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

const DUE_WITHIN: Column<Row> = { title: 'Due by then', cell: ({ due_within: within }) => WITHIN[`${within}`] };

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
