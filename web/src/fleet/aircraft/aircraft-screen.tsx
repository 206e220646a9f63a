import { Stack, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useAircraft } from '../../parts/aircraft-select.js';
import { Facts } from '../../parts/facts.js';
import { LoadingRows, RowTable, type Column } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { Screen } from '../../parts/screen.js';
import { When } from '../../parts/when.js';
import { AIRCRAFT_STATUS, COMPONENT_KINDS } from '../words.js';
import { AircraftActions } from './aircraft-actions.js';
import { Modifications } from './modifications.js';
import { AircraftDirectives } from '../directives/aircraft-directives.js';

type Aircraft = Schema<'AircraftResponse'>;
type Component = Aircraft['components'][number];

const COMPONENTS: Column<Component & { id: string }>[] = [
  { title: 'Component', cell: ({ kind, position }) => [COMPONENT_KINDS[kind], position].filter(Boolean).join(' ') },
  { title: 'Model', cell: ({ model }) => model ?? 'Not recorded' },
  { title: 'Part number', cell: ({ part_number: number }) => number ?? '–' },
  { title: 'Serial number', cell: ({ serial_number: number }) => number ?? '–' },
];

/** An aircraft of the register, and what is open on it. */
export function AircraftScreen() {
  const { aircraftId: id } = useParams({ from: '/signed-in-screens/fleet/aircraft/$aircraftId' });
  const { data, error, refetch } = useAircraft(id);
  if (error && !data) {
    return (
      <Stack>
        <Problem error={error} onRetry={() => void refetch()} />
        <Link to="/fleet/aircraft" search={{}} className="plain-link">
          All aircraft
        </Link>
      </Stack>
    );
  }
  if (!data) return <LoadingRows />;
  return (
    <Screen
      title={data.registration}
      about={[data.aircraft_type, data.model].filter(Boolean).join(' · ')}
      actions={<AircraftActions aircraft={data} />}
    >
      <Facts facts={factsOf(data)} />
      {data.components.length > 0 && (
        <Stack component="section" gap="xs" aria-labelledby="components">
          <Title order={2} size="h4" id="components">
            Components
          </Title>
          <RowTable name="Components" columns={COMPONENTS} rows={data.components.map(withId)} />
        </Stack>
      )}
      <Modifications aircraft={data} />
      <AircraftDirectives aircraftId={id} />
    </Screen>
  );
}

const withId = <T,>(row: T, index: number): T & { id: string } => ({ ...row, id: String(index) });

const factsOf = (aircraft: Aircraft) =>
  [
    ['Status', AIRCRAFT_STATUS[aircraft.status]],
    ['Serial number', aircraft.serial_number],
    ['Line number', aircraft.line_number],
    ['Fleet number', aircraft.fleet_number],
    ['Configuration', aircraft.configuration_codes.join(', ')],
    ['Changed', <When key="changed" at={aircraft.updated_at} />],
  ] as const;
