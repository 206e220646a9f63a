import type { DueGap, DueSource, InitialCompliance, Interval } from '../dto/directive-types.js';

/** Hours and cycles since new; null if they are not known. */
export interface Point {
  date: string | null;
  flight_hours: number | null;
  flight_cycles: number | null;
}

/** Totals to count from. */
export interface Start extends Point {
  /** Units whose recorded total is more than the readings allow. */
  beyond?: readonly Unit[];
}

/** The latest totals of an aircraft, with the date of today. */
export interface Now extends Point {
  /** Dates of the readings. */
  as_of: Record<Unit, string | null>;
  /** Whether the directive counts on a component, whose totals are not recorded. */
  isComponent?: boolean;
}

/** Amounts that a search for what is due names. */
export interface DueWithin {
  hours?: number | undefined;
  cycles?: number | undefined;
  days?: number | undefined;
}

/** When a directive is due on an aircraft. A limit that is null does not exist, or `gaps` tells why it is not known. */
export interface NextDue extends Point {
  source: DueSource;
  remaining_flight_hours: number | null;
  remaining_flight_cycles: number | null;
  remaining_days: number | null;
  /** Null if it is not known. */
  overdue: boolean | null;
  gaps: DueGap[];
}

/** Limits of which the first that is reached counts. */
interface Bound {
  limits: Point;
  gaps: DueGap[];
}

const TOTALS = ['flight_hours', 'flight_cycles'] as const;
type Unit = (typeof TOTALS)[number];
const UNITS = [...TOTALS, 'date'] as const;
/** Readings that are older count as unknown. Days. */
export const STALE_AFTER_DAYS = 30;
const HOURS_PER_DAY = 24;
/** On a component, for the same reason. */
const OF_COMPONENTS: readonly DueGap[] = [
  'no_utilisation',
  'no_utilisation_at_effective_date',
  'no_utilisation_at_accomplishment',
];
const NO_LIMITS: Point = { date: null, flight_hours: null, flight_cycles: null };
const DAY_MS = 86_400_000;

/**
 * The first compliance.
 * @param effective totals before the effective date: the limit is never late
 */
export function initialDue(initial: InitialCompliance | null, effective: Point, now: Now): NextDue {
  const bounds: Bound[] = [];
  if (initial?.total) bounds.push({ limits: { ...NO_LIMITS, ...initial.total }, gaps: [] });
  if (initial?.after_effective_date)
    bounds.push(
      after(effective, initial.after_effective_date, 'no_effective_date', 'no_utilisation_at_effective_date'),
    );
  if (bounds.length === 0) return dueBy('initial', { limits: NO_LIMITS, gaps: ['no_compliance_time'] }, now);
  const isLater = initial?.whichever === 'later';
  return dueBy('initial', isLater ? laterOf(bounds, now) : firstOf(bounds), now);
}

/** The next compliance with a repetitive directive. @param last totals at the last one, or before it */
export function repetitiveDue(interval: Interval, last: Start, now: Now): NextDue {
  const bound = after(last, interval, 'no_date_of_accomplishment', 'no_utilisation_at_accomplishment');
  return dueBy('repetitive', bound, now);
}

/** The end of a deferral. */
export function deferralDue(limits: Point, now: Now): NextDue {
  return dueBy('deferral', { limits, gaps: [] }, now);
}

/** The earliest limits of facts that contradict each other. */
export function earliestOf(one: NextDue, other: NextDue, now: Now): NextDue {
  const due = dueBy(one.source, firstOf([one, other].map((some) => ({ limits: some, gaps: some.gaps }))), now);
  return { ...due, overdue: one.overdue === true || other.overdue === true ? true : null };
}

/** As long as facts contradict each other, only what has passed is known. */
export function uncertain(due: NextDue): NextDue {
  return { ...due, overdue: due.overdue === true ? true : null };
}

/** Whether a deferral may end later than the directive is due. */
export function isLater(deferral: Point, due: NextDue): boolean {
  const isBeyond = UNITS.some((unit) => due[unit] !== null && (deferral[unit] === null || deferral[unit] > due[unit]));
  return due.overdue === true || isBeyond;
}

/**
 * Whether it is due within the given hours, cycles or days. Overdue ones always are. Null if it is not known, as for a limit in a unit that
 * was not given; but no day has more than 24 flight hours.
 */
export function isDueWithin(due: NextDue, within: DueWithin, now: Now): boolean | null {
  if (due.overdue === true) return true;
  const answers = UNITS.map((unit) => reaches(unit, due, within, now));
  if (answers.includes(true)) return true;
  return answers.includes(null) || due.gaps.some((gap) => gap !== 'later_of_different_units') ? null : false;
}

function reaches(unit: (typeof UNITS)[number], due: NextDue, within: DueWithin, now: Now): boolean | null {
  if (due[unit] === null) return false;
  const remaining = unit === 'date' ? due.remaining_days : due[`remaining_${unit}`];
  if (remaining === null) return null;
  const given = { flight_hours: within.hours, flight_cycles: within.cycles, date: within.days }[unit];
  if (given !== undefined) return remaining <= given;
  const since = now.as_of.flight_hours;
  if (unit !== 'flight_hours' || within.days === undefined || now.date === null || since === null) return null;
  const days = within.days + 1 + Math.max(0, daysBetween(since, now.date));
  return remaining > HOURS_PER_DAY * days ? false : null;
}

/** A number of days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A number of months later; the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(day, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

function after(start: Start, interval: Interval, noDate: DueGap, noTotals: DueGap): Bound {
  const gaps = new Set<DueGap>();
  const limits = { ...NO_LIMITS };
  for (const unit of TOTALS) {
    const [from, span] = [start[unit], interval[unit]];
    if (span === null) continue;
    if (start.beyond?.includes(unit)) gaps.add('beyond_readings');
    if (from !== null) limits[unit] = exact(from + span);
    else gaps.add(start.date === null ? noDate : noTotals);
  }
  const { calendar_months: months, calendar_days: days } = interval;
  if (start.date === null) {
    if (months !== null || days !== null) gaps.add(noDate);
  } else {
    const dates = [
      ...(months === null ? [] : [addMonths(start.date, months)]),
      ...(days === null ? [] : [addDays(start.date, days)]),
    ];
    limits.date = dates.sort()[0] ?? null;
  }
  return { limits, gaps: [...gaps] };
}

function firstOf(bounds: readonly Bound[]): Bound {
  const limits = { ...NO_LIMITS };
  for (const { limits: some } of bounds) {
    const { flight_hours: hours, flight_cycles: cycles, date } = limits;
    limits.flight_hours = least(hours, some.flight_hours);
    limits.flight_cycles = least(cycles, some.flight_cycles);
    limits.date = date === null || (some.date !== null && some.date < date) ? some.date : date;
  }
  return { limits, gaps: [...new Set(bounds.flatMap(({ gaps }) => gaps))] };
}

/** Of limits in different units, it is not known which comes later until one is passed: the earliest is shown until then. */
function laterOf(bounds: readonly Bound[], now: Now): Bound {
  const open = bounds.filter((bound) => !isPassed(bound.limits, now));
  if (open.length === 0) return bounds.at(-1)!;
  if (open.length === 1) return open[0]!;
  const units = new Set(open.flatMap(({ limits }) => UNITS.filter((unit) => limits[unit] !== null)));
  const isKnown = open.every(({ gaps }) => gaps.length === 0);
  const [unit, other] = units;
  const first = firstOf(open);
  if (!isKnown || unit === undefined || other !== undefined)
    return { ...first, gaps: [...new Set([...first.gaps, 'later_of_different_units' as const])] };
  const [latest] = [...open].sort((one, two) => (one.limits[unit]! < two.limits[unit]! ? 1 : -1));
  return latest!;
}

function isPassed(limits: Point, now: Now): boolean {
  return UNITS.some((unit) => limits[unit] !== null && now[unit] !== null && now[unit] > limits[unit]);
}

function dueBy(source: DueSource, { limits, gaps: known }: Bound, now: Now): NextDue {
  const { date, flight_hours, flight_cycles } = limits;
  const gaps = new Set([...known, ...TOTALS.flatMap((unit) => (limits[unit] === null ? [] : gapsOf(unit, now)))]);
  if (now.isComponent && OF_COMPONENTS.some((gap) => gaps.has(gap))) {
    for (const gap of OF_COMPONENTS) gaps.delete(gap);
    gaps.add('component_time');
  }
  const remaining = (unit: Unit): number | null =>
    limits[unit] === null || now[unit] === null ? null : exact(limits[unit] - now[unit]);
  const remains = {
    remaining_flight_hours: remaining('flight_hours'),
    remaining_flight_cycles: remaining('flight_cycles'),
    remaining_days: date === null || now.date === null ? null : daysBetween(now.date, date),
  };
  const isOpen = [...gaps].some((gap) => gap !== 'later_of_different_units');
  const overdue = isPassed(limits, now) ? !gaps.has('later_of_different_units') || null : isOpen ? null : false;
  return { source, date, flight_hours, flight_cycles, ...remains, overdue, gaps: [...gaps] };
}

/** Why the latest total is not that of today. */
function gapsOf(unit: Unit, { as_of, ...now }: Now): DueGap[] {
  const date = as_of[unit];
  if (now[unit] === null || date === null) return ['no_utilisation'];
  const gaps: DueGap[] = [];
  if (now.date !== null && daysBetween(date, now.date) > STALE_AFTER_DAYS) gaps.push('stale_utilisation');
  if (as_of.flight_hours !== null && date < as_of.flight_hours) gaps.push('stale_cycles');
  return gaps;
}

function least(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.min(one, other);
}

/** Hours are exact to a hundredth. */
function exact(value: number): number {
  return Math.round(value * 100) / 100;
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
