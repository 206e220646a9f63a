import type { Role } from '../../../src/common/principal/permissions.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { MatrixRow } from './access-matrix.js';
import { aircraft, type MatrixScene } from './access-scenes.js';

const EVERYONE: Role[] = ['admin', 'manager', 'engineer', 'viewer', 'api_user'];
const MANAGERS: Role[] = ['admin', 'manager'];

const readAircraft = async (scene: MatrixScene): Promise<string[]> => {
  const id = newId('utilisation_reading');
  const [aircraft_id] = await aircraft(scene);
  const totals = { date: '2026-01-01', flight_hours: 1_000, flight_cycles: 500, source: 'api' };
  await scene.world.sql.insert('aircraft_utilisation', { id, aircraft_id, ...totals });
  return [aircraft_id!, id];
};
const directive = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const id = newId('directive');
  const number = `TR46-${id.slice(-6)}`.toUpperCase();
  await world.sql.insert('directives', {
    ...{ id, organization_id: organization.id, kind: 'service_bulletin', number, number_key: number, title: 'Wheels' },
    ...{ mandatory: false, effectivity: 'ALL', aircraft_types: ['TR46'] },
  });
  return [id];
};
const directiveOnAircraft = async (scene: MatrixScene): Promise<string[]> => [
  (await aircraft(scene))[0]!,
  ...(await directive(scene)),
];

/** Rows of the access matrix: hours and cycles of aircraft, directives, and their status on aircraft. */
export const DIRECTIVE_ROWS: Record<string, MatrixRow> = {
  'GET /aircraft/:id/utilisation': { roles: EVERYONE, object: aircraft },
  'POST /aircraft/:id/utilisation': {
    roles: MANAGERS,
    object: aircraft,
    body: { date: '2026-03-01', flight_hours: 100, flight_cycles: 50 },
  },
  'POST /aircraft/utilisation/import': {
    roles: MANAGERS,
    body: { csv: 'registration,date,flight_hours', dry_run: true },
  },
  'DELETE /aircraft/:id/utilisation/:reading_id': { roles: MANAGERS, object: readAircraft },
  'GET /directives': { roles: EVERYONE },
  'POST /directives': { roles: MANAGERS, body: { kind: 'service_bulletin', number: 'TR46-32-018', title: 'Wheels' } },
  'GET /directives/:id': { roles: EVERYONE, object: directive },
  'PATCH /directives/:id': { roles: MANAGERS, object: directive, body: { mandatory: true } },
  'DELETE /directives/:id': { roles: MANAGERS, object: directive },
  'GET /directives/:id/aircraft': { roles: EVERYONE, object: directive },
  'GET /aircraft/:id/directives': { roles: EVERYONE, object: aircraft },
  'GET /aircraft/:id/directives/:directive_id': { roles: EVERYONE, object: directiveOnAircraft },
  'GET /aircraft/:id/directives/:directive_id/records': { roles: EVERYONE, object: directiveOnAircraft },
  'POST /aircraft/:id/directives/:directive_id/records': {
    roles: MANAGERS,
    object: directiveOnAircraft,
    body: { status: 'embodied', date: '2026-03-01', evidence: 'WO 4711' },
  },
};
