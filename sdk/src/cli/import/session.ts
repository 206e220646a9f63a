import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '../../index.js';
import { UsageError } from '../exit.js';
import { printableLine } from '../terminal.js';
import { bytesOf, IMPORT_LIMITS, makeBatches } from './batches.js';
import type { Report, Summary } from './events.js';
import { writeFailures } from './failures.js';
import { Importer } from './importer.js';
import type { Journal } from './journal.js';
import { readManifest, type Manifest } from './manifest.js';
import type { ImportOptions } from './options.js';
import { comparable, PASSING, type Candidate, type Failure, type Outcome, type SettledFile } from './outcome.js';
import type { Folder } from './walk.js';

/** Failures of this side, which each look can find cured. */
const LOCAL: ReadonlySet<string> = new Set(['vanished', 'changed', 'unreadable']);
const MODULE = /\.(?:xml|sgml?)$/i;

/** One run of the command: a pass over the folder, with `--watch` several. */
export class ImportSession {
  private readonly temporary = mkdtempSync(path.join(os.tmpdir(), 'amk-import-'));
  private isFirst = true;

  constructor(
    private readonly options: ImportOptions,
    private readonly client: Client,
    private readonly journal: Journal,
    private readonly report: Report,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Imports what is new, changed or worth another attempt.
   * @returns number of files that failed, now or earlier; null if there was nothing to do
   */
  async pass(folder: Folder): Promise<number | null> {
    const startedAt = performance.now();
    const { isDryRun, fields, root, parallel, isReadingAwaited } = this.options;
    const manifest = await readManifest(root, folder.files);
    const candidates = this.candidatesOf(folder, manifest);
    this.requireFields(candidates, manifest);
    const numberFromName = fields.number_from_name === true;
    const terms = { root, temporary: this.temporary, fields, numberFromName, parallel, isReadingAwaited };
    const importer = new Importer(this.client, isDryRun ? null : this.journal, terms, this.report, this.signal);
    const open = isDryRun ? [] : [...this.journal.batches.values()];
    const failures = [...folder.failures, ...missingRows(manifest, folder), ...tooLarge(candidates)];
    const unusable = new Set(failures.map((failure) => failure.path));
    const chosen = (): Candidate[] => candidates.filter((file) => !unusable.has(file.path) && this.needsSending(file));
    if (!this.isFirst && open.length === 0 && chosen().length === 0) return null;
    const { length: files } = candidates;
    this.report({ event: 'found', files, bytes: bytesOf(candidates), to_send: chosen().length, ...folder.leftOut });
    for (const failure of failures) this.report({ event: 'file', state: 'failed', ...failure });
    const conclude = (): { summary: Summary; failed: Failure[] } => {
      const found = this.summarize(candidates, failures, importer.outcomes);
      found.summary.seconds = (performance.now() - startedAt) / 1000;
      writeFailures(this.options.failures, found.failed);
      return found;
    };
    try {
      await importer.resume(open);
      const toSend = chosen();
      this.isFirst = false;
      await importer.run(makeBatches(toSend, this.options.batch, numberFromName));
    } catch (error) {
      conclude();
      throw error;
    }
    const { summary, failed } = conclude();
    const failures_file = failed.length > 0 ? this.options.failures : null;
    this.report({ event: 'ended', summary, failures: failed, failures_file, dry_run: isDryRun });
    return failed.length;
  }

  close(): void {
    rmSync(this.temporary, { recursive: true, force: true });
  }

  private candidatesOf({ files }: Folder, { rows, file }: Manifest): Candidate[] {
    const fields = { ...this.options.fields, dry_run: undefined };
    const digest = (row: object | undefined): string =>
      createHash('sha256')
        .update(JSON.stringify([fields, row]))
        .digest('hex')
        .slice(0, 16);
    const common = digest(undefined);
    return files
      .filter(({ path: name }) => name !== file)
      .map((one) => {
        const row = rows.get(comparable(one.path));
        return { ...one, row, settings: row ? digest(row) : common };
      });
  }

  private needsSending(file: Candidate): boolean {
    const known = this.known(file);
    if (known?.state !== 'failed') return known === null;
    if (LOCAL.has(known.code ?? '') || known.settings !== file.settings) return true;
    return this.isFirst && (this.options.retriesFailed || PASSING.has(known.code ?? ''));
  }

  /** What the journal has of the file as it is now. */
  private known({ path: name, size, mtime }: Candidate): SettledFile | null {
    const known = this.journal.files.get(name);
    return known?.size === size && known.mtime === mtime ? known : null;
  }

  /** Before hundreds of files are refused for the same reason. @throws UsageError */
  private requireFields(candidates: readonly Candidate[], { rows }: Manifest): void {
    const { fields } = this.options;
    const without = candidates.filter(({ path: name }) => !MODULE.test(name)).length;
    const missing = Object.entries({ document_type: '--type', aircraft_type: '--aircraft' } as const).filter(
      ([name]) =>
        fields[name as 'document_type'] === undefined &&
        fields.rules?.includes(`"${name}"`) !== true &&
        ![...rows.values()].some((row) => row[name] !== undefined),
    );
    if (without === 0 || missing.length === 0) return;
    const [names, flags] = [0, 1].map((column) => missing.map((entry) => entry[column]).join(' and '));
    throw new UsageError(
      `${without} files have no ${names}. State one for all with ${flags}, or several in a manifest or with --rules. See amk import --help`,
    );
  }

  private summarize(
    candidates: readonly Candidate[],
    local: readonly Failure[],
    outcomes: ReadonlyMap<string, Outcome>,
  ): { summary: Summary; failed: Failure[] } {
    const summary: Summary = {
      files: candidates.length,
      created: 0,
      revised: 0,
      unchanged: 0,
      failed: 0,
      known: 0,
      seconds: 0,
    };
    const failed = [...local];
    for (const file of candidates) {
      const now = outcomes.get(file.path);
      const outcome = now ?? this.known(file);
      if (!outcome) continue;
      if (outcome.state === 'failed')
        failed.push({ path: file.path, code: outcome.code ?? '', message: outcome.message ?? '' });
      else if (now) summary[outcome.state] += 1;
      else summary.known += 1;
      if (!now && this.options.isDryRun) this.report({ ...{ event: 'file', path: file.path }, ...shown(outcome) });
    }
    summary.failed = failed.length;
    return { summary, failed };
  }
}

/** In a dry run: a file that an earlier run imported. */
function shown({ state, code, message }: Outcome): Outcome {
  return state === 'failed'
    ? { state, ...(code !== undefined && { code }), ...(message !== undefined && { message }) }
    : { state: 'unchanged' };
}

function missingRows({ rows, file }: Manifest, { files }: Folder): Failure[] {
  const there = new Set(files.map(({ path: name }) => comparable(name)));
  const message = `${file} names a file that is not in the folder, or is left out.`;
  return [...rows.keys()]
    .filter((name) => !there.has(name))
    .map((name) => ({ path: name, code: 'not_in_folder', message }));
}

function tooLarge(candidates: readonly Candidate[]): Failure[] {
  const message = 'The file is larger than what one import can hold, 4 GiB. Split it.';
  return candidates
    .filter(({ size }) => size > IMPORT_LIMITS.bytes)
    .map(({ path: name }) => ({ path: printableLine(name), code: 'too_large', message }));
}
