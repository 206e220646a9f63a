import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { AIRCRAFT } from '../../parts/aircraft-select.js';
import { Dialog, useDialog } from '../../parts/dialog.js';
import { LinkButton } from '../../parts/link-button.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { TypedFilter } from '../../parts/typed-filter.js';
import { useList } from '../../parts/use-list.js';
import { useMe } from '../../parts/use-me.js';
import { AIRCRAFT_STATUS } from '../words.js';
import { AircraftForm } from './aircraft-form.js';

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
  const { can } = useMe();
  const adding = useDialog<true>();
  const list = useList([...AIRCRAFT, 'list', q], (cursor, signal) => {
    const query = { ...(q !== '' && { q }), ...(cursor !== undefined && { cursor }) };
    return api.GET('/aircraft', { params: { query }, signal });
  });
  return (
    <Screen
      title="Aircraft"
      about="Open one to see what it has, and which directives are open on it."
      actions={
        can('aircraft.manage') && (
          <>
            <Button onClick={() => adding.open(true)}>Add an aircraft</Button>
            <LinkButton to="/fleet/aircraft/import">Import</LinkButton>
          </>
        )
      }
    >
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
        empty={q === '' ? 'The register is empty. Managers add aircraft, or import them.' : 'No aircraft matches.'}
      />
      <Dialog opened={adding.opened} onClose={adding.close} title="Add an aircraft">
        <AircraftForm
          save={(body) => api.POST('/aircraft', { body })}
          onCancel={adding.close}
          onDone={({ id }) =>
            void navigate({ to: '/fleet/aircraft/$aircraftId', params: { aircraftId: id }, search: {} })
          }
        />
      </Dialog>
    </Screen>
  );
}
