import { Select, Switch, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import type { DiscrepanciesAddress } from '../../addresses.js';
import { api } from '../../api.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { Due } from '../due.js';
import { DISCREPANCIES, DISCREPANCY_STATUS } from '../words.js';
import { Place } from './place.js';
import { KINDS, SEVERITIES } from './report-words.js';
import { isOpen } from './use-report.js';

type Report = Schema<'DiscrepancyResponse'>;

const SHOWN_CHARS = 60;

const COLUMNS: Column<Report>[] = [
  { title: 'Document', cell: (report) => <Place report={report} /> },
  {
    title: 'What',
    cell: ({ kind, quote, description }) => (
      <>
        <Text size="sm" fw={600}>
          {KINDS[kind]}
        </Text>
        <Text size="sm" className="wrap">
          “{quote}”: {description}
        </Text>
      </>
    ),
  },
  { title: 'Severity', cell: ({ severity }) => SEVERITIES[severity] },
  { title: 'Status', cell: ({ status }) => <span className="no-wrap">{DISCREPANCY_STATUS[status]}</span> },
  {
    title: 'Due',
    cell: ({ due_on: on, overdue }) => (
      <Due overdue={overdue}>
        <span className="no-wrap">{on}</span>
      </Due>
    ),
  },
  {
    title: 'Interim instruction',
    cell: ({ interim_instruction: instruction, status }) => (
      <span className="wrap">{(isOpen(status) && instruction?.text) || 'None'}</span>
    ),
  },
  {
    title: 'Action',
    cell: ({ id, quote }) => (
      <Link
        to="/fleet/discrepancies/$reportId"
        params={{ reportId: id }}
        className="row-link"
        aria-label={`Open the report on “${quote.slice(0, SHOWN_CHARS)}”`}
      >
        Open
      </Link>
    ),
  },
];

/** Reports on documents that the user can see. */
export function DiscrepanciesScreen() {
  const { status, overdue } = useSearch({ from: '/signed-in-screens/fleet/discrepancies' });
  const navigate = useNavigate();
  const list = useList([...DISCREPANCIES, status, overdue], (cursor, signal) => {
    const filters = { ...(status && { status }), ...(overdue && { overdue: true }) };
    return api.GET('/discrepancies', { params: { query: { ...filters, ...(cursor && { cursor }) } }, signal });
  });
  const go = (search: DiscrepanciesAddress): void =>
    void navigate({ to: '/fleet/discrepancies', search, replace: true });
  return (
    <Screen
      title="Discrepancy reports"
      about="Inaccurate, incomplete and ambiguous maintenance data. To report some, select its words on the page."
    >
      <div className="filters">
        <Select
          label="Status"
          size="md"
          clearable
          clearButtonProps={{ 'aria-label': 'Every status' }}
          placeholder="All"
          data={Object.entries(DISCREPANCY_STATUS).map(([value, label]) => ({ value, label }))}
          value={status ?? null}
          onChange={(value) => go({ ...(value && { status: value as Report['status'] }), ...(overdue && { overdue }) })}
        />
        <Switch
          className="filter-switch"
          label="Overdue only"
          size="md"
          checked={overdue === 'true'}
          onChange={(event) =>
            go({ ...(status && { status }), ...(event.currentTarget.checked && { overdue: 'true' as const }) })
          }
        />
      </div>
      <ListTable
        name="Discrepancy reports"
        list={list}
        columns={COLUMNS}
        empty={status || overdue ? 'No report matches.' : 'No discrepancies are reported.'}
      />
    </Screen>
  );
}
