import { Select, Switch, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import type { DiscrepanciesAddress } from '../addresses.js';
import { api } from '../api.js';
import { ListTable, type Column } from '../parts/list-table.js';
import { revisionName } from '../parts/revision-name.js';
import { Screen } from '../parts/screen.js';
import { useList } from '../parts/use-list.js';
import { Due } from './due.js';
import { DISCREPANCIES, DISCREPANCY_STATUS } from './words.js';

type Report = Schema<'DiscrepancyResponse'>;

/** Instructions end with the report. */
const OPEN: readonly Report['status'][] = ['reported', 'sent', 'answered'];

const COLUMNS: Column<Report>[] = [
  { title: 'Document', cell: (report) => <Place report={report} /> },
  {
    title: 'What',
    cell: ({ kind, quote, description }) => (
      <>
        <Text size="sm" fw={600}>
          {kind}
        </Text>
        <Text size="sm" className="wrap">
          “{quote}”: {description}
        </Text>
      </>
    ),
  },
  { title: 'Severity', cell: ({ severity }) => severity },
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
      <span className="wrap">{(OPEN.includes(status) && instruction?.text) || 'None'}</span>
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

/** Where the words are in the current revision; else where they were found. */
function Place({ report }: { report: Report }) {
  const { document_id: documentId, document_title: title, version, location, quote } = report;
  const page = location?.page_number ?? report.page_number;
  return (
    <>
      <Link
        to="/documents/$documentId/pages/$pageNumber"
        params={{ documentId, pageNumber: String(page) }}
        search={{ highlight: quote, ...(location === null && { revision: report.revision_id }) }}
        className="row-link"
      >
        {title}, page {page}
      </Link>
      <Text size="sm">Reported in {revisionName(version)}</Text>
    </>
  );
}
