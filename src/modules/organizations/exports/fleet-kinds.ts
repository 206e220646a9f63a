import { CHANGES, type ExportedKind } from './exported-kind.js';

/** The register of aircraft with hours and cycles, and directives with what was recorded of them. */
export const FLEET_KINDS: readonly ExportedKind[] = [
  {
    name: 'aircraft',
    table: 'aircraft',
    columns: [
      ...['id', 'registration', 'aircraft_type', 'model', 'serial_number', 'line_number', 'fleet_number', 'status'],
      ...['configuration_codes', 'components', 'modifications', ...CHANGES],
    ],
  },
  {
    name: 'aircraft_changes',
    table: 'aircraft_changes',
    columns: ['id', 'aircraft_id', 'changes', 'source', 'changed_by', 'created_at'],
  },
  {
    name: 'aircraft_utilisation',
    table: 'aircraft_utilisation',
    columns: ['id', 'aircraft_id', 'date', 'flight_hours', 'flight_cycles', 'source', 'recorded_by', 'created_at'],
  },
  {
    name: 'directives',
    table: 'directives',
    columns: [
      ...['id', 'kind', 'number', 'issuer', 'title', 'mandatory', 'canceled', 'effective_date', 'effectivity'],
      ...['aircraft_types', 'initial_compliance', 'repetitive_interval', 'terminating_action', 'document_id'],
      ...['created_by', ...CHANGES],
    ],
  },
  {
    name: 'directive_relations',
    table: 'directive_relations',
    columns: ['directive_id', 'kind', 'other_id'],
  },
  {
    name: 'directive_records',
    table: 'directive_records',
    columns: [
      ...['id', 'aircraft_id', 'directive_id', 'status', 'date', 'flight_hours', 'flight_cycles', 'terminates'],
      ...['evidence', 'reason', 'document_id', 'recorded_by', 'position', 'created_at'],
    ],
  },
];
