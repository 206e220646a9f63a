/** Largest totals that are recorded: far beyond every aircraft. */
export const MAX_FLIGHT_HOURS = 500_000;
export const MAX_FLIGHT_CYCLES = 500_000;

/** The latest date that it is anywhere, `YYYY-MM-DD`: readings and work of later dates are in the future. */
export function latestDate(now = Date.now()): string {
  return new Date(now + 14 * 3_600_000).toISOString().slice(0, 10);
}

/** The earliest date that it is anywhere. */
export function earliestDate(now = Date.now()): string {
  return new Date(now - 12 * 3_600_000).toISOString().slice(0, 10);
}

/** Totals of an aircraft on a date. */
export interface Totals {
  aircraft_id: string;
  /** `YYYY-MM-DD` */
  date: string;
  flight_hours: number;
  flight_cycles: number | null;
}

/** Totals that do not fit those of an earlier date. */
export interface Misfit extends Totals {
  /** Whether these are the totals that are added; those before are otherwise. */
  is_new: boolean;
  previous_date: string;
  previous_hours: number;
  /** Most cycles of an earlier date. */
  previous_cycles: number | null;
}

/** What is wrong with two totals that follow each other. @returns the field and the issue */
export function issueOf(misfit: Misfit): { field: 'flight_hours' | 'flight_cycles'; issue: string } {
  const { is_new, date, previous_date, flight_hours, flight_cycles, previous_hours, previous_cycles } = misfit;
  const other = is_new ? previous_date : date;
  if (flight_hours < previous_hours)
    return is_new
      ? { field: 'flight_hours', issue: `is less than ${previous_hours} of ${other}` }
      : { field: 'flight_hours', issue: `is more than ${flight_hours} of ${other}` };
  if (flight_cycles !== null && previous_cycles !== null && flight_cycles < previous_cycles)
    return is_new
      ? { field: 'flight_cycles', issue: `is less than ${previous_cycles} of an earlier date` }
      : { field: 'flight_cycles', issue: `is more than ${flight_cycles} of ${other}` };
  return { field: 'flight_hours', issue: `differs from that of ${other} by more than 24 hours a day` };
}
