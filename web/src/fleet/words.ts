import type { Schema } from 'aviation-maintenance-knowledge-client';
import { AIRCRAFT } from '../parts/aircraft-select.js';
import { TASKS } from './job-cards/tasks.js';

/** Keys of what a change of an aircraft changes: what applies to it is listed and found with a verdict. */
export const AIRCRAFT_CHANGES = [AIRCRAFT, TASKS, ['search']];

export const AIRCRAFT_STATUS: Readonly<Record<Schema<'AircraftStatus'>, string>> = {
  active: 'Active',
  stored: 'Stored',
  retired: 'Retired',
};

export const COMPONENT_KINDS: Readonly<Record<Schema<'AircraftComponentKind'>, string>> = {
  engine: 'Engine',
  apu: 'APU',
  propeller: 'Propeller',
};

export const MODIFICATION_KINDS: Readonly<Record<Schema<'ModificationKind'>, string>> = {
  SB: 'Service bulletin',
  MOD: 'Modification',
  AD: 'Airworthiness directive',
  STC: 'Supplemental type certificate',
  EO: 'Engineering order',
};

export const MODIFICATION_STATUS: Readonly<Record<Schema<'ModificationStatus'>, string>> = {
  embodied: 'Embodied',
  not_embodied: 'Not embodied',
};

/** Key of queries, for what changes them: the list, and reports. */
export const DISCREPANCIES = ['discrepancies'];

export const DISCREPANCY_STATUS: Readonly<Record<Schema<'DiscrepancyStatus'>, string>> = {
  reported: 'Reported',
  sent: 'Sent',
  answered: 'Answered',
  closed: 'Closed',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
};

/** Key of queries, for what changes them. */
export const JOB_CARDS = ['job cards'];

/** Of the people of an assignment. */
export const ACKNOWLEDGEMENT_STATE: Readonly<Record<'overdue' | Schema<'AcknowledgementStatus'>, string>> = {
  pending: 'Pending',
  overdue: 'Overdue',
  signed: 'Signed',
  superseded: 'Superseded by a new revision',
  withdrawn: 'Withdrawn',
};

/** White text on them has a contrast of at least 4.5. */
export const BADGE_COLORS = { good: '#1f6b30', open: '#8a5300', bad: '#b02a37', plain: '#495057' } as const;
