import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { AIRCRAFT } from '../../parts/aircraft-select.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { TypedFilter } from '../../parts/typed-filter.js';
import { useList } from '../../parts/use-list.js';
import { AIRCRAFT_STATUS } from '../words.js';

const COLUMNS: Column<Schema<'AircraftSummaryResponse'>>[] = [
  {
    title: 'Registration',
    cell: ({ id, registration }) => (
      <Link to="/fleet/aircraft/$aircraftId" params={{ aircraftId: id }} search={{}} className="row-link">
        {registration}
      </Link>
    ),
  },
  { title: 'Type', cell: ({ aircraft_type: type, model }) => [type, model].filter(Boolean).join(' · ') },
  { title: 'Serial number', cell: ({ serial_number: number }) => number ?? '–' },
  { title: 'Status', cell: ({ status }) => AIRCRAFT_STATUS[status] },
];

/** The aircraft of the register. */
export function RegisterScreen() {
  const { q = '' } = useSearch({ from: '/signed-in-screens/fleet/aircraft' });
  const navigate = useNavigate();
  const list = useList([...AIRCRAFT, 'list', q], (cursor, signal) => {
    const query = { ...(q !== '' && { q }), ...(cursor !== undefined && { cursor }) };
    return api.GET('/aircraft', { params: { query }, signal });
  });
  return (
    <Screen title="Aircraft" about="Open one to see what it has, and which directives are open on it.">
      <div className="filters">
        <TypedFilter
          key={q}
          label="Registration, serial or fleet number"
          placeholder="Its first letters"
          value={q}
          onChange={(typed) => void navigate({ to: '/fleet/aircraft', search: typed === '' ? {} : { q: typed } })}
        />
      </div>
      <ListTable
        name="Aircraft"
        list={list}
        columns={COLUMNS}
        empty={q === '' ? 'The register is empty. Managers fill it with the API.' : 'No aircraft matches.'}
      />
    </Screen>
  );
}
