import { existsSync, writeFileSync } from 'node:fs';
import { UsageError } from '../exit.js';
import type { Failure } from './outcome.js';

/** Beginnings that spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** As CSV with the header `path,code,message`. A list without failures is only written over an older one. @throws UsageError */
export function writeFailures(file: string, failures: readonly Failure[]): void {
  if (failures.length === 0 && !existsSync(file)) return;
  const rows = failures.map(({ path, code, message }) => [path, code, message].map(cell).join(','));
  try {
    writeFileSync(file, ['path,code,message', ...rows, ''].join('\r\n'));
  } catch (error) {
    throw new UsageError(
      `The list of failures cannot be written: ${(error as Error).message}. Name another file with --failures`,
    );
  }
}

/** An apostrophe precedes what would be a formula. */
function cell(text: string): string {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
