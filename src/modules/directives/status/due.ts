import type { DueGap, DueSource, InitialCompliance, Interval } from '../dto/directive-types.js';

/** Hours and cycles since new; null if they are not known. */
export interface Point {
  date: string | null;
  flight_hours: number | null;
  flight_cycles: number | null;
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

const UNITS = ['flight_hours', 'flight_cycles', 'date'] as const;
const NO_LIMITS: Point = { date: null, flight_hours: null, flight_cycles: null };
const DAY_MS = 86_400_000;

/**
 * The first compliance.
 * @param effective totals on the effective date or, if there is no reading of it, on the last date before: the limit is never late
 * @param now date of today, and the latest totals
 */
export function initialDue(initial: InitialCompliance | null, effective: Point, now: Point): NextDue {
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

/** The next compliance with a repetitive directive. @param last totals at the last one, or on the last date before with a reading */
export function repetitiveDue(interval: Interval, last: Point, now: Point): NextDue {
  const bound = after(last, interval, 'no_date_of_accomplishment', 'no_utilisation_at_accomplishment');
  return dueBy('repetitive', bound, now);
}

/** The end of a deferral. */
export function deferralDue(limits: Point, now: Point): NextDue {
  return dueBy('deferral', { limits, gaps: [] }, now);
}

/** Whether it is due within the given hours, cycles or days. Overdue ones always are. Null if it is not known. */
export function isDueWithin(
  due: NextDue,
  within: { hours?: number | undefined; cycles?: number | undefined; days?: number | undefined },
): boolean | null {
  const reaches = (remaining: number | null, limit: number | undefined): boolean =>
    limit !== undefined && remaining !== null && remaining <= limit;
  const isWithin =
    due.overdue === true ||
    reaches(due.remaining_flight_hours, within.hours) ||
    reaches(due.remaining_flight_cycles, within.cycles) ||
    reaches(due.remaining_days, within.days);
  return isWithin ? true : due.gaps.some((gap) => gap !== 'later_of_different_units') ? null : false;
}

/** A number of months later; the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(day, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

function after(start: Point, interval: Interval, noDate: DueGap, noTotals: DueGap): Bound {
  const gaps = new Set<DueGap>();
  const limits = { ...NO_LIMITS };
  for (const unit of ['flight_hours', 'flight_cycles'] as const) {
    const [from, span] = [start[unit], interval[unit]];
    if (span === null) continue;
    if (from !== null) limits[unit] = exact(from + span);
    else gaps.add(start.date === null ? noDate : noTotals);
  }
  if (interval.calendar_months !== null) {
    if (start.date === null) gaps.add(noDate);
    else limits.date = addMonths(start.date, interval.calendar_months);
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
function laterOf(bounds: readonly Bound[], now: Point): Bound {
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

function isPassed(limits: Point, now: Point): boolean {
  return UNITS.some((unit) => limits[unit] !== null && now[unit] !== null && now[unit] > limits[unit]);
}

function dueBy(source: DueSource, { limits, gaps: known }: Bound, now: Point): NextDue {
  const gaps = new Set(known);
  const remaining = (unit: 'flight_hours' | 'flight_cycles'): number | null => {
    const [limit, total] = [limits[unit], now[unit]];
    if (limit !== null && total === null) gaps.add('no_utilisation');
    return limit === null || total === null ? null : exact(limit - total);
  };
  const remains = {
    remaining_flight_hours: remaining('flight_hours'),
    remaining_flight_cycles: remaining('flight_cycles'),
  };
  const remaining_days = limits.date === null || now.date === null ? null : daysBetween(now.date, limits.date);
  const isOpen = [...gaps].some((gap) => gap !== 'later_of_different_units');
  const overdue = isPassed(limits, now) ? !gaps.has('later_of_different_units') || null : isOpen ? null : false;
  return { source, ...limits, ...remains, remaining_days, overdue, gaps: [...gaps] };
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
