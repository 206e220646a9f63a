import type { Schema } from 'aviation-maintenance-knowledge-client';
import { BADGE_COLORS } from '../words.js';

type Row = Schema<'AircraftDirectiveResponse'>;

export const STATUS: Readonly<Record<Row['status'], { label: string; color: string }>> = {
  open: { label: 'open', color: BADGE_COLORS.open },
  deferred: { label: 'deferred', color: BADGE_COLORS.open },
  unknown: { label: 'unknown', color: BADGE_COLORS.bad },
  embodied: { label: 'embodied', color: BADGE_COLORS.good },
  not_applicable: { label: 'not applicable', color: BADGE_COLORS.plain },
};

/** What the status rests on. */
export const BASIS: Readonly<Record<Row['basis'], string>> = {
  statement: 'By its effectivity',
  record: 'By a record',
  register: 'By the modifications of the aircraft',
  terminated: 'Ended by another directive',
  deferral_expired: 'The limit of the deferral has passed',
  not_in_force: 'Not in force',
  contradictory: 'Register and records contradict each other',
};

/** Why a limit, or what remains until it, is not known. */
export const GAPS: Readonly<Record<Schema<'DueGap'>, string>> = {
  no_utilisation: 'No hours or cycles of the aircraft are recorded.',
  stale_utilisation: 'The latest reading is older than 30 days.',
  stale_cycles: 'The latest reading has no cycles.',
  no_compliance_time: 'The directive has no times.',
  no_effective_date: 'The effective date is not recorded.',
  no_utilisation_at_effective_date: 'The first reading is later than the effective date.',
  no_date_of_accomplishment: 'The register has no date of the embodiment.',
  no_utilisation_at_accomplishment: 'The first reading is later than the accomplishment.',
  beyond_readings: 'More was recorded with the accomplishment than was read on that day or later.',
  component_time: 'The hours of the airframe are not those of the component.',
  later_of_different_units: 'It is not known yet which limit comes later. The earlier one is shown.',
};
