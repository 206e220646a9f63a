export const DIRECTIVE_KINDS = ['airworthiness_directive', 'service_bulletin'] as const;
export type DirectiveKind = (typeof DIRECTIVE_KINDS)[number];

/** `superseded` and `canceled` directives are not open on any aircraft. */
export const DIRECTIVE_STATES = ['in_force', 'superseded', 'canceled'] as const;
export type DirectiveState = (typeof DIRECTIVE_STATES)[number];

/** What is recorded of a directive on an aircraft. `open` takes back everything that was recorded before. */
export const RECORD_STATUSES = ['embodied', 'deferred', 'not_applicable', 'open'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

export const AIRCRAFT_STANDINGS = ['open', 'deferred', 'unknown', 'embodied', 'not_applicable'] as const;
export type AircraftStanding = (typeof AIRCRAFT_STANDINGS)[number];

/** What a standing rests on. */
export const STANDING_BASES = [
  'statement',
  'record',
  'register',
  'terminated',
  'deferral_expired',
  'not_in_force',
  'contradictory',
] as const;
export type StandingBasis = (typeof STANDING_BASES)[number];

export const DUE_SOURCES = ['initial', 'repetitive', 'deferral'] as const;
export type DueSource = (typeof DUE_SOURCES)[number];

/** Why a limit, or what remains until it, is not known. */
export const DUE_GAPS = [
  'no_utilisation',
  'stale_utilisation',
  'stale_cycles',
  'no_compliance_time',
  'no_effective_date',
  'no_utilisation_at_effective_date',
  'no_date_of_accomplishment',
  'no_utilisation_at_accomplishment',
  'beyond_readings',
  'component_time',
  'later_of_different_units',
] as const;
export type DueGap = (typeof DUE_GAPS)[number];

/** Times of a directive. The first that is reached counts. */
export interface Interval {
  flight_hours: number | null;
  flight_cycles: number | null;
  calendar_months: number | null;
  calendar_days: number | null;
}

/** Hours and cycles since new. */
export type TotalLimit = Pick<Interval, 'flight_hours' | 'flight_cycles'>;

/** When a directive must be done for the first time. */
export interface InitialCompliance {
  total: TotalLimit | null;
  after_effective_date: Interval | null;
  /** Which of the two counts. */
  whichever: 'first' | 'later';
}

/** Of every list of what is open. */
export const FOR_INFORMATION = "For information. The operator's maintenance records decide.";

/** Maximum of an organization, which bounds the cost of the list of an aircraft. */
export const MAX_DIRECTIVES = 5_000;
/** Maximum of one directive on one aircraft. */
export const MAX_RECORDS = 1_000;
/** Maximum of a directive, for each kind. */
export const MAX_RELATIONS = 50;
