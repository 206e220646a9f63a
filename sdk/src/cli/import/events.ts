import type { Failure, Outcome } from './outcome.js';

export interface Progress {
  files: number;
  files_done: number;
  files_failed: number;
  pages: number;
  pages_per_second: number;
  /** Null before there is a rate. */
  seconds_left: number | null;
}

export interface Summary {
  /** Files of the folder; the others say what became of them, now or in an earlier run. */
  files: number;
  created: number;
  revised: number;
  unchanged: number;
  failed: number;
  /** Files that are in from an earlier run. */
  known: number;
  seconds: number;
}

/** What the command reports. With `--json`, each is a line. */
export type ImportEvent =
  | { event: 'found'; files: number; bytes: number; to_send: number; hidden: number; links: number; special: number }
  | { event: 'sending'; files: number; bytes: number }
  | { event: 'sent'; import_id: string; files: number; bytes: number }
  | { event: 'resumed'; import_id: string; files: number }
  | ({ event: 'file'; path: string } & Outcome)
  | { event: 'filed'; import_id: string; counts: Record<string, number> }
  | { event: 'divided'; files: number; code: string }
  | ({ event: 'progress' } & Progress)
  | { event: 'waiting'; reason: string; seconds: number }
  | { event: 'watching'; folder: string; seconds: number }
  | { event: 'folder_gone' | 'folder_back' | 'problem'; message: string }
  | { event: 'ended'; summary: Summary; failures: Failure[]; failures_file: string | null; dry_run: boolean };

export type Report = (event: ImportEvent) => void;
