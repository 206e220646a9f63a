import { readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CONNECTION_HELP, CONNECTION_OPTIONS, type ConnectionArguments } from '../connection.js';
import { UsageError } from '../exit.js';
import type { ImportTerms } from './importer.js';
import { statedFields } from './manifest.js';

const IMPORT_OPTIONS = {
  ...CONNECTION_OPTIONS,
  type: { type: 'string' },
  aircraft: { type: 'string' },
  ata: { type: 'string' },
  team: { type: 'string' },
  access: { type: 'string' },
  rules: { type: 'string' },
  'number-from-name': { type: 'boolean', default: false },
  activate: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  interval: { type: 'string', default: '30' },
  'no-wait': { type: 'boolean', default: false },
  'retry-failed': { type: 'boolean', default: false },
  journal: { type: 'string' },
  failures: { type: 'string', default: 'amk-import-failures.csv' },
  parallel: { type: 'string', default: '3' },
  'batch-files': { type: 'string', default: '500' },
  'batch-mib': { type: 'string', default: '256' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const HELP = `Usage: amk import DIR --url URL [options]

Turns the files of a folder and its subfolders into documents. A second run sends only
files that are new, changed, or failed for a reason that may have passed.
${CONNECTION_HELP}

Fields of the documents. A file manifest.csv or manifest.json in DIR, the rules and the
heads of S1000D modules precede these:
  --type TYPE          AMM, CMM, IPC, SB, TASK_CARD, OTHER …
  --aircraft TYPE      aircraft type, such as A320
  --ata NUMBER         ATA chapter
  --access ACCESS      organization or team
  --team ID            team that owns the documents
  --rules FILE         JSON array such as [{"path": "AMM/**", "document_type": "AMM"}]
  --number-from-name   the file name is the document number, so that a changed file
                       becomes a revision
  --activate           activates revisions of existing documents; otherwise drafts

  --dry-run            says for every file what would become of it
  --watch              stays, and imports files that are added or changed
  --interval SECONDS   between two looks of --watch (30)
  --no-wait            ends when the files are filed, before they are read
  --retry-failed       also sends again what the service refused
  --journal FILE       what was sent (DIR/.amk-import.jsonl, or under ~/.local/state/amk
                       if DIR cannot be written)
  --failures FILE      CSV of what failed and why (amk-import-failures.csv)
  --parallel N         batches at a time, 1 to 3 (3)
  --batch-files N      files of a batch (500)
  --batch-mib N        MiB of a batch, which are written to TMPDIR first (256)
  --json               one JSON object a line

Exit code: 0 all files are in, 1 some failed, 2 wrong usage, 3 could not continue,
130 interrupted.
`;

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

/** Null for `--help`. @throws UsageError */
export async function readOptions(args: string[]): Promise<ImportOptions | null> {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [folder, second] = positionals;
  if (folder === undefined || second !== undefined)
    throw new UsageError('Name one folder: amk import DIR. See amk import --help');
  const isDryRun = values['dry-run'];
  if (isDryRun && values.watch) throw new UsageError('Give either --dry-run or --watch');
  const rules = values.rules === undefined ? undefined : readRules(values.rules);
  const stated = {
    ...{ document_type: values.type, aircraft_type: values.aircraft, ata_chapter: values.ata },
    ...{ team_id: values.team, access: values.access, rules },
  };
  const own = [values.failures, values.rules, values.journal, values['key-file']].filter((file) => file !== undefined);
  const root = await folderAt(folder);
  return {
    root,
    connection: values,
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
    isJson: values.json,
    isReadingAwaited: !values['no-wait'],
    retriesFailed: values['retry-failed'],
    journal: values.journal === undefined ? null : path.resolve(values.journal),
    failures: path.resolve(values.failures),
    ownFiles: new Set(own.map((file) => path.resolve(file))),
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: IMPORT_OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. See amk import --help`);
  }
}

async function folderAt(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    throw new UsageError(`The folder cannot be read: ${(error as Error).message}`);
  }
}

function whole(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
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
