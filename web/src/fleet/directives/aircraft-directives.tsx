import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AircraftAddress } from '../../addresses.js';
import { api } from '../../api.js';
import { AIRCRAFT } from '../../parts/aircraft-select.js';
import { Dialog, useDialog } from '../../parts/dialog.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { RowMenu } from '../../parts/row-menu.js';
import { TypedFilter } from '../../parts/typed-filter.js';
import { useList } from '../../parts/use-list.js';
import { useMe } from '../../parts/use-me.js';
import { COLUMNS, DUE_WITHIN, nameOf, type Row } from './directive-cells.js';
import { ReadingForm } from './reading-form.js';
import { useRecording } from './use-recording.js';

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
  const { can } = useMe();
  const reading = useDialog<true>();
  const { actionsOf, dialogs } = useRecording(aircraftId);
  const actions: Column<Row> = {
    title: 'Actions',
    cell: (row) => <RowMenu name={nameOf(row.directive)} actions={actionsOf(row)} />,
  };
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
      <Group justify="space-between">
        <Title order={2} size="h4" id="open">
          What is open
        </Title>
        {can('directive.manage') && (
          <Button variant="default" onClick={() => reading.open(true)}>
            Record hours and cycles
          </Button>
        )}
      </Group>
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
        columns={[...COLUMNS, ...(isAsked ? [DUE_WITHIN] : []), actions]}
      />
      {dialogs}
      <Dialog opened={reading.opened} onClose={reading.close} title="Record hours and cycles">
        <ReadingForm aircraftId={aircraftId} onDone={reading.close} />
      </Dialog>
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
