import type { Schema } from '../../index.js';

/** A file of the folder. */
export interface FolderFile {
  /** Relative, with slashes. */
  path: string;
  size: number;
  /** Milliseconds, rounded down: file systems differ in what is below. */
  mtime: number;
}

/** A row of the manifest without its path. */
export type Row = Readonly<Record<string, string>>;

/** A file to send. */
export interface Candidate extends FolderFile {
  row: Row | undefined;
  /** Digest of what decides its outcome besides its content. */
  settings: string;
}

export interface Failure {
  path: string;
  code: string;
  message: string;
}

/** What became of a file. */
export interface Outcome {
  state: Exclude<Schema<'ImportItemState'>, 'pending' | 'canceled'>;
  /** Why it failed. A document that cannot be read has an id. */
  code?: string;
  message?: string;
  document_id?: string;
  import_id?: string;
}

export type SettledFile = FolderFile & Outcome & { settings: string };

export function failed(code: string, message: string): Outcome & { code: string; message: string } {
  return { state: 'failed', code, message };
}

/** Codes of failures that another attempt can cure. */
export const PASSING: ReadonlySet<string> = new Set([
  ...['vanished', 'changed', 'unreadable', 'canceled', 'interrupted', 'inspection_ended'],
]);

/** Path for comparison: macOS writes decomposed letters. */
export function comparable(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .normalize('NFC');
}
