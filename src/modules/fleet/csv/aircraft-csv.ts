import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { AppError, type FieldIssue } from '../../../common/errors/app-error.js';
import type { Aircraft } from '../aircraft.entity.js';
import type { AircraftTable } from '../dto/aircraft.request.js';

/** Columns of the files, which imports and exports share. `registration` tells the aircraft. */
export const COLUMNS: Readonly<Record<AircraftTable, readonly string[]>> = {
  aircraft: [
    ...['registration', 'aircraft_type', 'model', 'serial_number', 'line_number', 'fleet_number', 'status'],
    'configuration_codes',
  ],
  components: ['registration', 'kind', 'position', 'model', 'part_number', 'serial_number'],
  modifications: ['registration', 'kind', 'number', 'status', 'date', 'evidence'],
};

/** A row with its line in the file. Empty cells are null; columns that the file lacks are left out. */
export interface CsvRow {
  line: number;
  values: Record<string, string | null>;
}

const MAX_ROWS = 50_000;

/** The rows below the header. @throws AppError INVALID_REQUEST for text that is no CSV, and unknown or missing columns */
export function readCsv(text: string, table: AircraftTable): CsvRow[] {
  return readRows(text, COLUMNS[table], table === 'aircraft' ? ['registration'] : ['registration', 'kind']);
}

/** {@link readCsv} of a file with other columns. @param needed columns that it cannot lack */
export function readRows(text: string, columns: readonly string[], needed: readonly string[]): CsvRow[] {
  // Bytes that are no UTF-8 were replaced on reading.
  if (text.includes('\uFFFD')) throw AppError.invalid([{ field: 'csv', issue: 'is not UTF-8' }]);
  const [header, ...records] = recordsOf(text);
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  const issues: FieldIssue[] = [];
  for (const [index, name] of names.entries()) {
    if (!columns.includes(name)) issues.push({ field: 'line 1', issue: `has the unknown column ${name}` });
    else if (names.indexOf(name) !== index) issues.push({ field: 'line 1', issue: `repeats the column ${name}` });
  }
  for (const name of needed)
    if (!names.includes(name)) issues.push({ field: 'line 1', issue: `lacks the column ${name}` });
  if (records.length > MAX_ROWS) issues.push({ field: 'csv', issue: `must have at most ${MAX_ROWS} rows` });
  if (issues.length > 0) throw AppError.invalid(issues);
  return records.map(({ record, info }) => ({
    line: info.lines,
    values: Object.fromEntries(names.map((name, index) => [name, cellOf(record[index])])),
  }));
}

/** Undoes the escape that exports give to cells which programs would run as formulas. */
function cellOf(written = ''): string | null {
  return written.trim().replace(/^'(?=[=+\-@\t\r])/u, '') || null;
}

function recordsOf(text: string): { record: string[]; info: { lines: number } }[] {
  try {
    return parse(text, { bom: true, info: true, to: MAX_ROWS + 2, skip_empty_lines: true, trim: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = (error as { lines?: number }).lines ?? 1;
    throw AppError.invalid([{ field: `line ${line}`, issue: `is not valid CSV: ${error.message}` }]);
  }
}

/** A file as imports take it. Cells that programs would run as formulas are escaped. @param header whether the first line names the columns */
export function writeCsv(aircraft: readonly Aircraft[], table: AircraftTable, header: boolean): string {
  const rows = aircraft.flatMap((one): object[] => {
    if (table === 'aircraft') return [{ ...one, configuration_codes: one.configuration_codes.join(' ') }];
    return one[table].map((item) => ({ registration: one.registration, ...item }));
  });
  return stringify(rows, { header, columns: [...COLUMNS[table]], record_delimiter: '\r\n', escape_formulas: true });
}
