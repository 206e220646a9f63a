import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { ZipEntry } from '@amks/reader/archive/zip-directory.js';
import type { ZipReader } from '@amks/reader/archive/zip-reader.js';
import { findUnusable } from '../../../../common/validation/usable-input.js';
import { FILE_FIELDS, type FileFields } from '../dto/import.request.js';
import { ImportRefusedError } from '../import-refused.error.js';

const NAMES = ['manifest.csv', 'manifest.json'];
/** Maximum bytes of a manifest, which is parsed in memory. */
const MAX_BYTES = 8 * 1024 ** 2;
/** Maximum characters of a cell. */
const MAX_RECORD = 64 * 1024;
const COLUMNS: readonly string[] = ['path', ...FILE_FIELDS];

export type Manifest = ReadonlyMap<string, FileFields>;

/** The entry that is the manifest, in the top folder of the archive. */
export function manifestEntry(entries: readonly ZipEntry[]): ZipEntry | undefined {
  return entries.find(({ name }) => NAMES.includes(name.toLowerCase()));
}

/**
 * Fields by path. A CSV file has a header with the names of the fields, and commas, semicolons or tabs; a JSON file is an array of objects.
 * Empty fields count as absent. The values are checked with each file.
 * @throws ImportRefusedError `manifest_invalid`, `manifest_too_large`; ZipError
 */
export async function readManifest(zip: ZipReader, entry: ZipEntry): Promise<Manifest> {
  const content = await zip.read(entry, MAX_BYTES + 1);
  if (content.length > MAX_BYTES)
    throw new ImportRefusedError('manifest_too_large', `The manifest is larger than ${MAX_BYTES} bytes.`);
  const rows = entry.name.toLowerCase().endsWith('.json') ? jsonRows(content) : await csvRows(content);
  const manifest = new Map<string, FileFields>();
  for (const [index, row] of rows.entries()) {
    const { path, ...fields } = fieldsOf(row, index + 1);
    if (path === undefined) throw invalid(`Row ${index + 1} has no path`);
    if (manifest.has(path)) throw invalid(`Row ${index + 1} repeats the path of another row`);
    manifest.set(path, fields);
  }
  return manifest;
}

/** Each row as an object of texts. */
async function csvRows(content: Buffer): Promise<unknown[]> {
  const parser = Readable.from([content]).pipe(
    parse({
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      delimiter: [',', ';', '\t'],
      trim: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD,
    }),
  );
  try {
    return (await parser.toArray()) as unknown[];
  } catch (error) {
    throw invalid(`It is no valid CSV file: ${(error as Error).message}`);
  }
}

function jsonRows(content: Buffer): unknown[] {
  try {
    const rows: unknown = JSON.parse(content.toString().replace(/^\ufeff/, ''));
    if (Array.isArray(rows)) return rows;
  } catch {
    throw invalid('It is no valid JSON file');
  }
  throw invalid('It is no array of objects');
}

function fieldsOf(row: unknown, number: number): FileFields & { path?: string } {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw invalid(`Row ${number} is no object`);
  const fields = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  const unusable = findUnusable(row, 'row');
  if (unusable) throw invalid(`Row ${number}: ${unusable.field} ${unusable.issue}`);
  for (const [name, value] of fields) {
    if (!COLUMNS.includes(name)) throw invalid(`Row ${number} has the unknown field ${name.slice(0, 50)}`);
    if (typeof value !== 'string') throw invalid(`Row ${number}: ${name} is no text`);
  }
  const { path, ...others } = Object.fromEntries(fields) as FileFields & { path?: string };
  return { ...others, ...(path !== undefined && { path: path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '') }) };
}

function invalid(problem: string): ImportRefusedError {
  return new ImportRefusedError('manifest_invalid', `The manifest cannot be used. ${problem}.`);
}
