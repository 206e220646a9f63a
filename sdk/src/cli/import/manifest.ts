import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Schema } from '../../index.js';
import { UsageError } from '../exit.js';
import { comparable, type FolderFile, type Row } from './outcome.js';
import path from 'node:path';

type Column = keyof Schema<'ImportItemFieldsResponse'>;

/** All columns besides `path`. The type checker compares them with openapi.json. */
const COLUMNS: Record<Column, true> = {
  ...{ title: true, document_type: true, aircraft_type: true, document_number: true, ata_chapter: true, version: true },
  ...{ revision_date: true, effectivity: true, access: true, team_id: true },
};

export interface Manifest {
  /** By {@link comparable} path. */
  rows: ReadonlyMap<string, Row>;
  /** Path in the folder; null without a manifest. */
  file: string | null;
}

export function isManifest({ path: name }: FolderFile): boolean {
  return /^manifest\.(?:csv|json)$/i.test(name);
}

/** Reads manifest.csv or manifest.json of the top folder. @throws UsageError */
export async function readManifest(root: string, files: readonly FolderFile[]): Promise<Manifest> {
  const [found, second] = files.filter(isManifest);
  if (!found) return { rows: new Map(), file: null };
  if (second) throw new UsageError(`The folder has both ${found.path} and ${second.path}. Remove one`);
  const text = (await readFile(path.join(root, found.path), 'utf8')).replace(/^\ufeff/, '');
  const rows = new Map<string, Row>();
  for (const [index, given] of rowsOf(found.path, text).entries()) {
    const where = `${found.path}, row ${index + 1}`;
    const { path: named, ...row } = statedFields(where, given);
    if (named === undefined) throw new UsageError(`${where} has no path`);
    if (rows.has(comparable(named))) throw new UsageError(`${where} repeats the path of another row`);
    rows.set(comparable(named), row);
  }
  return { rows, file: found.path };
}

function rowsOf(name: string, text: string): unknown[] {
  try {
    const rows: unknown = name.toLowerCase().endsWith('.json') ? JSON.parse(text) : csvRows(text);
    if (Array.isArray(rows)) return rows;
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${(error as Error).message}`);
  }
  throw new UsageError(`${name} must be an array of objects`);
}

function csvRows(text: string): unknown {
  const [header = ''] = text.split(/\r?\n/, 1);
  return parse(text, {
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    delimiter: /[,;\t]/.exec(header)?.[0] ?? ',',
    trim: true,
    skip_empty_lines: true,
  });
}

/** The fields with a value, of a row of a manifest or of a rule. @throws UsageError */
export function statedFields(where: string, row: unknown): Row {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new UsageError(`${where} is not an object`);
  const fields = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  for (const [name, value] of fields) {
    if (name !== 'path' && !Object.hasOwn(COLUMNS, name)) {
      const known = ['path', ...Object.keys(COLUMNS)].join(', ');
      throw new UsageError(`${where} has the unknown field ${JSON.stringify(name)}. The fields are ${known}`);
    }
    if (typeof value !== 'string') throw new UsageError(`${where}: ${name} must be a text`);
  }
  return Object.fromEntries(fields);
}
