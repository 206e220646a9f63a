import { isDeepStrictEqual } from 'node:util';
import { modificationKey } from '@amks/language/applicability/expression.js';
import type { Aircraft } from './aircraft.entity.js';

export const AIRCRAFT_STATUSES = ['active', 'stored', 'retired'] as const;
export type AircraftStatus = (typeof AIRCRAFT_STATUSES)[number];

export const COMPONENT_KINDS = ['engine', 'apu', 'propeller'] as const;
/** An engine, auxiliary power unit or propeller that is installed. */
export interface AircraftComponent {
  kind: (typeof COMPONENT_KINDS)[number];
  position: string | null;
  model: string | null;
  part_number: string | null;
  serial_number: string | null;
}

export const MODIFICATION_KINDS = ['SB', 'MOD', 'AD', 'STC', 'EO'] as const;
export const MODIFICATION_STATUSES = ['embodied', 'not_embodied'] as const;
/** A bulletin, directive or modification whose embodiment is known. Others are unknown. */
export interface AircraftModification {
  kind: (typeof MODIFICATION_KINDS)[number];
  number: string;
  status: (typeof MODIFICATION_STATUSES)[number];
  /** `YYYY-MM-DD` */
  date: string | null;
  evidence: string | null;
}

/** Maximum of an organization. */
export const MAX_AIRCRAFT = 50_000;
/** Maximum of an aircraft. */
export const MAX_COMPONENTS = 20;
export const MAX_MODIFICATIONS = 1_000;

/** What people record of an aircraft. */
export const RECORDED = [
  ...['registration', 'aircraft_type', 'model', 'serial_number', 'line_number', 'fleet_number', 'status'],
  ...['configuration_codes', 'components', 'modifications'],
] as (keyof AircraftRecord)[];
export type AircraftRecord = Pick<
  Aircraft,
  | 'registration'
  | 'aircraft_type'
  | 'model'
  | 'serial_number'
  | 'line_number'
  | 'fleet_number'
  | 'status'
  | 'configuration_codes'
  | 'components'
  | 'modifications'
>;

export type Changes = Record<string, { from: unknown; to: unknown }>;

/** The fields that differ. Of modifications, only those that differ are listed. */
export function changesOf(before: Partial<AircraftRecord>, after: AircraftRecord): Changes {
  const changes: Changes = {};
  for (const field of RECORDED) {
    const [from, to] = [before[field] ?? null, after[field]];
    if (isDeepStrictEqual(from, to)) continue;
    changes[field] =
      field === 'modifications'
        ? { from: missingIn(before.modifications, after), to: missingIn(after.modifications, before) }
        : { from, to };
  }
  return changes;
}

function missingIn(
  some: AircraftModification[] = [],
  { modifications = [] }: Partial<AircraftRecord>,
): AircraftModification[] {
  const known = new Map(modifications.map((one) => [keyOf(one), one]));
  return some.filter((one) => !isDeepStrictEqual(known.get(keyOf(one)), one));
}

/** Bulletins and directives of different kinds can have one number. */
export function keyOf({ kind, number }: Pick<AircraftModification, 'kind' | 'number'>): string {
  return `${kind} ${modificationKey(number)}`;
}

/** The modifications with these in place of those of the same kind and number, in that order. */
export function withModifications(
  before: readonly AircraftModification[],
  added: readonly AircraftModification[],
): AircraftModification[] {
  const byKey = new Map([...before, ...added].map((one) => [keyOf(one), one]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, modification]) => modification);
}
