import { readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { whole, type Options, type Values } from '../command.js';
import type { ConnectionArguments } from '../connection.js';
import { UsageError } from '../exit.js';
import type { ImportTerms } from './importer.js';
import { statedFields } from './manifest.js';

const FIELDS =
  'Fields of the documents. manifest.csv or manifest.json in DIR, the rules and the heads of S1000D modules precede these:';

export const IMPORT_OPTIONS = {
  type: { type: 'string', value: 'TYPE', group: FIELDS, summary: 'AMM, CMM, IPC, SB, TASK_CARD, OTHER …' },
  aircraft: { type: 'string', value: 'TYPE', group: FIELDS, summary: 'aircraft type, such as A320' },
  ata: { type: 'string', value: 'NUMBER', group: FIELDS, summary: 'ATA chapter' },
  access: { type: 'string', value: 'ACCESS', group: FIELDS, summary: 'organization or team' },
  team: { type: 'string', value: 'ID', group: FIELDS, summary: 'team that owns the documents' },
  rules: {
    ...{ type: 'string', value: 'FILE', group: FIELDS },
    summary: 'JSON array such as [{"path": "AMM/**", "document_type": "AMM"}]',
  },
  'number-from-name': {
    ...{ type: 'boolean', group: FIELDS },
    summary: 'the file name is the document number, so that a changed file becomes a revision',
  },
  activate: { type: 'boolean', group: FIELDS, summary: 'activates revisions of existing documents; otherwise drafts' },
  'dry-run': { type: 'boolean', summary: 'says for every file what would become of it' },
  watch: { type: 'boolean', summary: 'stays, and imports files that are added or changed' },
  interval: { type: 'string', value: 'SECONDS', default: '30', summary: 'between two looks of --watch' },
  'no-wait': { type: 'boolean', summary: 'ends when the files are filed, before they are read' },
  'retry-failed': { type: 'boolean', summary: 'also sends again what the service refused' },
  journal: {
    ...{ type: 'string', value: 'FILE' },
    summary: 'what was sent (DIR/.amk-import.jsonl, or under ~/.local/state/amk if DIR cannot be written)',
  },
  failures: {
    ...{ type: 'string', value: 'FILE', default: 'amk-import-failures.csv' },
    summary: 'CSV of what failed and why',
  },
  parallel: { type: 'string', value: 'N', default: '3', summary: 'batches at a time, 1 to 3' },
  'batch-files': { type: 'string', value: 'N', default: '500', summary: 'files of a batch' },
  'batch-mib': {
    ...{ type: 'string', value: 'N', default: '256' },
    summary: 'MiB of a batch, which are written to TMPDIR first',
  },
} as const satisfies Options;

export interface ImportOptions {
  /** Without links. */
  root: string;
  connection: ConnectionArguments;
  fields: ImportTerms['fields'];
  batch: { files: number; bytes: number };
  parallel: number;
  intervalMs: number;
  isDryRun: boolean;
  isWatching: boolean;
  isJson: boolean;
  isReadingAwaited: boolean;
  retriesFailed: boolean;
  journal: string | null;
  failures: string;
  /** Absolute paths that are never imported. */
  ownFiles: ReadonlySet<string>;
}

/** @throws UsageError */
export async function readOptions(
  values: Values<typeof IMPORT_OPTIONS>,
  folder: string,
  connection: ConnectionArguments,
): Promise<Omit<ImportOptions, 'isJson'>> {
  const isDryRun = values['dry-run'];
  if (isDryRun && values.watch) throw new UsageError('Give either --dry-run or --watch');
  const rules = values.rules === undefined ? undefined : readRules(values.rules);
  const stated = {
    ...{ document_type: values.type, aircraft_type: values.aircraft, ata_chapter: values.ata },
    ...{ team_id: values.team, access: values.access, rules },
  };
  const own = [values.failures, values.rules, values.journal, connection['key-file']].filter(
    (file) => file !== undefined,
  );
  const root = await folderAt(folder);
  return {
    root,
    connection,
    fields: {
      ...(Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined)) as object),
      ...{ dry_run: isDryRun, activate: values.activate, number_from_name: values['number-from-name'] },
    },
    batch: {
      files: whole('batch-files', values['batch-files'], 1, 50_000),
      bytes: whole('batch-mib', values['batch-mib'], 1, 4_000) * 1024 ** 2,
    },
    parallel: whole('parallel', values.parallel, 1, 3),
    intervalMs: whole('interval', values.interval, 1, 86_400) * 1000,
    isDryRun,
    isWatching: values.watch,
    isReadingAwaited: !values['no-wait'],
    retriesFailed: values['retry-failed'],
    journal: values.journal === undefined ? null : path.resolve(values.journal),
    failures: path.resolve(values.failures),
    ownFiles: new Set(own.map((file) => path.resolve(file))),
  };
}

async function folderAt(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    throw new UsageError(`The folder cannot be read: ${(error as Error).message}`);
  }
}

/** As one line. @throws UsageError that names the rule */
function readRules(file: string): string {
  let rules: unknown;
  try {
    rules = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--rules ${file} cannot be read: ${(error as Error).message}`);
  }
  if (!Array.isArray(rules) || rules.length > 50)
    throw new UsageError(`--rules ${file} must be an array of up to 50 rules`);
  for (const [index, rule] of (rules as unknown[]).entries()) {
    const where = `${file}, rule ${index + 1}`;
    const fields = statedFields(where, rule);
    if (fields.path === undefined) throw new UsageError(`${where} has no path`);
    const own = ['title', 'document_number'].find((name) => fields[name] !== undefined);
    if (own !== undefined) throw new UsageError(`${where}: ${own} belongs to one file. State it in a manifest`);
  }
  return JSON.stringify(rules);
}
