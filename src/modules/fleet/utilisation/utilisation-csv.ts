import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { AppError, type FieldIssue } from '../../../common/errors/app-error.js';
import { readRows } from '../csv/aircraft-csv.js';
import { TotalsRequest } from './dto/utilisation.request.js';
import { latestDate } from './totals.js';

const COLUMNS = ['registration', 'date', 'flight_hours', 'flight_cycles'] as const;
const NUMBER = /^\d+(?:\.\d+)?$/;

/** A row of a file, with its line. */
export interface UtilisationRow {
  line: number;
  registration: string;
  date: string;
  flight_hours: number;
  flight_cycles: number | null;
}

/** @throws AppError INVALID_REQUEST with the lines that are wrong */
export function readUtilisation(text: string): UtilisationRow[] {
  const issues: FieldIssue[] = [];
  const latest = latestDate();
  const rows = readRows(text, COLUMNS, ['registration', 'date', 'flight_hours']).flatMap(({ line, values }) => {
    const { registration, date, flight_hours, flight_cycles } = values;
    const totals = plainToInstance(TotalsRequest, {
      date,
      flight_hours: numeric(flight_hours),
      flight_cycles: numeric(flight_cycles),
    });
    const refuse = (issue: string): [] => (issues.push({ field: `line ${line}`, issue }), []);
    const [error] = validateSync(totals);
    if (error) return refuse(`${error.property}: ${Object.values(error.constraints ?? {})[0] ?? 'is invalid'}`);
    if (!registration) return refuse('registration: must not be empty');
    if (totals.date > latest) return refuse('date: is in the future');
    return [{ line, registration: registration.toUpperCase(), ...totals, flight_cycles: totals.flight_cycles ?? null }];
  });
  if (issues.length > 0) throw AppError.invalid(issues);
  return rows;
}

/** A number, or other text, which validation refuses. */
function numeric(cell: string | null | undefined): unknown {
  return typeof cell === 'string' && NUMBER.test(cell) ? Number(cell) : (cell ?? null);
}
