import { CsvError, parse } from 'csv-parse';
import { cutText } from '@amks/language/text/cut-text.js';
import { EventLoopYielder } from '../../../../common/runtime/event-loop-yielder.js';
import { findUnusable } from '../../../../common/validation/usable-input.js';
import { FILE_FIELDS, type FileFields } from '../dto/import.request.js';
import { ImportRefusedError } from '../import-refused.error.js';
import type { ImportSource, SourceEntry, SourceListing } from '../sources/import-source.js';

const NAMES = ['manifest.csv', 'manifest.json'];
/** Maximum bytes of a manifest, which is parsed in memory. */
const MAX_BYTES = 8 * 1024 ** 2;
/** Longer than a header with all columns. */
const HEADER_BYTES = 1024;
/** Maximum characters of a row. */
const MAX_RECORD = 64 * 1024;
const COLUMNS: readonly string[] = ['path', ...FILE_FIELDS];

/** Path of a file for comparison: archives of macOS have decomposed letters. */
export function comparable(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .normalize('NFC');
}

/** By {@link comparable} path. */
export type Manifest = ReadonlyMap<string, FileFields>;

/** The entry that is the manifest, in the top folder. @throws ImportRefusedError `manifest_invalid` if it is encrypted */
export function manifestEntry({ entries, refused }: SourceListing): SourceEntry | undefined {
  if (refused.some(isManifest)) throw invalid('It is protected by a password, or there are two');
  return entries.find(isManifest);
}

function isManifest({ name }: { name: string }): boolean {
  return NAMES.includes(name.toLowerCase());
}

/**
 * Fields by path. A CSV file has a header with the names of the fields, and commas, semicolons or tabs; a JSON file is an array of objects.
 * Empty fields count as absent. The values are checked with each file.
 * @param maxRows of the manifest
 * @throws ImportRefusedError `manifest_invalid`, `manifest_too_large`; ZipError
 */
export async function readManifest(source: ImportSource, entry: SourceEntry, maxRows: number): Promise<Manifest> {
  const content = await contentOf(source, entry);
  const rows = entry.name.toLowerCase().endsWith('.json') ? jsonRows(content) : csvRows(content);
  const manifest = new Map<string, FileFields>();
  const yielder = new EventLoopYielder();
  let number = 0;
  for await (const row of rows) {
    number += 1;
    if (number > maxRows) throw tooLarge('rows', maxRows);
    const { path, ...fields } = fieldsOf(row, number);
    if (path === undefined) throw invalid(`Row ${number} has no path`);
    if (manifest.has(path)) throw invalid(`Row ${number} repeats the path of another row`);
    manifest.set(path, fields);
    await yielder.yieldIfDue();
  }
  return manifest;
}

async function contentOf(source: ImportSource, { name }: SourceEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of (await source.open(name))?.chunks() ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge('bytes', MAX_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Each row as an object of texts. */
async function* csvRows(content: Buffer): AsyncGenerator<unknown> {
  const parser = parse({
    bom: true,
    columns: columnsOf,
    // That of the header, whose names contain none.
    delimiter: /[,;\t]/.exec(content.subarray(0, HEADER_BYTES).toString())?.[0] ?? ',',
    trim: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
  });
  parser.end(content);
  try {
    yield* parser;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid(`It is no valid CSV file: ${error.message}`);
  }
}

function columnsOf(header: string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase());
  const wrong = names.find((name, index) => !COLUMNS.includes(name) || names.indexOf(name) !== index);
  if (wrong !== undefined) throw invalid(`Its header has the unknown or repeated column ${cutText(wrong, 50)}`);
  return names;
}

function jsonRows(content: Buffer): unknown[] {
  let rows: unknown = null;
  try {
    rows = JSON.parse(content.toString().replace(/^\ufeff/, ''));
  } catch {
    throw invalid('It is no valid JSON file');
  }
  if (!Array.isArray(rows)) throw invalid('It is no array of objects');
  return rows as unknown[];
}

function fieldsOf(row: unknown, number: number): FileFields & { path?: string } {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw invalid(`Row ${number} is no object`);
  const fields = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  const unusable = findUnusable(row, 'row');
  if (unusable) throw invalid(`Row ${number}: ${unusable.field} ${unusable.issue}`);
  for (const [name, value] of fields) {
    if (!COLUMNS.includes(name)) throw invalid(`Row ${number} has the unknown field ${cutText(name, 50)}`);
    if (typeof value !== 'string') throw invalid(`Row ${number}: ${name} is no text`);
  }
  const { path, ...others } = Object.fromEntries(fields) as FileFields & { path?: string };
  return { ...others, ...(path !== undefined && { path: comparable(path) }) };
}

function tooLarge(unit: string, limit: number): ImportRefusedError {
  return new ImportRefusedError('manifest_too_large', `The manifest has more than ${limit} ${unit}.`);
}

function invalid(problem: string): ImportRefusedError {
  return new ImportRefusedError('manifest_invalid', `The manifest cannot be used. ${problem}.`);
}
