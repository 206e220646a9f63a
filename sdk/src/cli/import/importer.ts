import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError, paginate, type Client, type Schema } from '../../index.js';
import { StopError } from '../exit.js';
import { pack } from './archive.js';
import { bytesOf, halve } from './batches.js';
import type { Progress, Report } from './events.js';
import { Follower, type Import } from './follower.js';
import type { Journal, OpenBatch } from './journal.js';
import { comparable, failed, PASSING, type Candidate, type Outcome } from './outcome.js';

export interface ImportTerms {
  root: string;
  /** For archives that are being sent. */
  temporary: string;
  /** Form fields of each import. */
  fields: Omit<Schema<'CreateImportRequest'>, 'file'>;
  numberFromName: boolean;
  /** Batches that are sent or filed at a time. */
  parallel: number;
  /** Whether to wait until the documents are read. */
  isReadingAwaited: boolean;
}

/** Pause while the organization has as many imports as it can. Milliseconds. */
const FULL_MS = 3_000;
/** Slowest link that a batch is sent over, besides five minutes. */
const BYTES_PER_MS = 64;
const PATIENCE_MS = 300_000;
/** Imports that are searched for one whose response was lost. */
const SEARCHED = 1_000;
/** Reasons to refuse an archive that no part of it would cure. */
const HOPELESS: ReadonlySet<string> = new Set(['creator_not_permitted', 'manifest_invalid', 'manifest_too_large']);

/** Sends batches and notes what becomes of their files. */
export class Importer {
  /** By path; also of batches that an earlier run sent. */
  readonly outcomes = new Map<string, Outcome>();
  private queue: Candidate[][] = [];
  private readonly readings: { batch: string; importId: string; files: readonly Candidate[] }[] = [];
  private readonly follower: Follower;
  /** Ends the other batches when one cannot go on. */
  private readonly failure = new AbortController();
  private readonly signal: AbortSignal;
  private readonly startedAt = performance.now();
  private total = 0;
  private localFailures = 0;

  /** @param journal null in a dry run */
  constructor(
    private readonly client: Client,
    private readonly journal: Journal | null,
    private readonly terms: ImportTerms,
    private readonly report: Report,
    signal: AbortSignal,
  ) {
    this.signal = AbortSignal.any([signal, this.failure.signal]);
    this.follower = new Follower(client, this.signal, () => report({ event: 'progress', ...this.progress() }));
  }

  /** Waits for batches of an earlier run. Files whose batch never arrived have no outcome afterward. */
  async resume(batches: readonly OpenBatch[]): Promise<void> {
    for (const batch of batches) {
      const importId = batch.importId ?? (await this.find(batch.id))?.id;
      if (importId === undefined) {
        this.journal?.ended(batch.id);
        continue;
      }
      this.report({ event: 'resumed', import_id: importId, files: batch.files.length });
      if (!batch.importId) this.journal?.accepted(batch.id, importId);
      this.total += batch.files.length;
      try {
        await this.settle(batch.id, importId, batch.files);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        this.journal?.ended(batch.id);
      }
    }
  }

  /** Sends the batches and waits until all documents are read. @throws ApiError; ConnectionError; StopError; the reason of the signal */
  async run(batches: readonly Candidate[][]): Promise<void> {
    this.queue.push(...batches);
    this.total += batches.reduce((sum, batch) => sum + batch.length, 0);
    await this.all(Array.from({ length: this.terms.parallel }, () => this.work()));
    await this.all(this.readings.splice(0).map((reading) => this.awaitReading(reading)));
  }

  private async all(works: Promise<void>[]): Promise<void> {
    try {
      await Promise.all(works);
    } catch (error) {
      this.failure.abort(error);
      await Promise.allSettled(works);
      throw error;
    }
  }

  private async work(): Promise<void> {
    for (let batch = this.queue.shift(); batch; batch = this.queue.shift()) await this.send(batch);
  }

  private async send(batch: readonly Candidate[]): Promise<void> {
    this.signal.throwIfAborted();
    const id = randomUUID();
    const archive = path.join(this.terms.temporary, `${id}.zip`);
    let made: Import;
    let files: Candidate[];
    try {
      const packed = await pack(this.terms.root, batch, archive, this.signal);
      files = packed.files;
      for (const { path: name, ...why } of packed.failures) this.fail(batch, name, failed(why.code, why.message));
      if (files.length === 0) return;
      this.report({ event: 'sending', files: files.length, bytes: bytesOf(files) });
      this.journal?.sent(id, files);
      made = await this.post(id, archive);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 413) throw error;
      this.journal?.ended(id);
      return this.divide(batch, { code: 'too_large', message: 'The service accepts no archive of this size.' });
    } finally {
      await rm(archive, { force: true });
    }
    this.journal?.accepted(id, made.id);
    this.report({ event: 'sent', import_id: made.id, files: files.length, bytes: bytesOf(files) });
    await this.settle(id, made.id, files);
  }

  private async post(id: string, archive: string): Promise<Import> {
    const blob = await openAsBlob(archive, { type: 'application/zip' });
    const timeoutMs = PATIENCE_MS + blob.size / BYTES_PER_MS;
    for (;;) {
      const file = new File([blob], nameOf(id), { type: 'application/zip' });
      try {
        const body = { ...this.terms.fields, file };
        return (await this.client.POST('/imports', { body, timeoutMs, signal: this.signal })).data;
      } catch (error) {
        this.signal.throwIfAborted();
        if (error instanceof ConnectionError) {
          const made = await this.find(id);
          if (made) return made;
        }
        if (!(error instanceof ApiError) || error.details.reason !== 'too_many_imports') throw error;
        const reason = 'the organization has as many unfinished imports as it can have';
        this.report({ event: 'waiting', reason, seconds: FULL_MS / 1000 });
        await sleep(FULL_MS, undefined, { signal: this.signal });
      }
    }
  }

  /** The import of a batch whose response is not known. */
  private async find(id: string): Promise<Import | null> {
    let searched = 0;
    for await (const made of paginate(this.client, '/imports', {
      params: { query: { limit: 100 } },
      signal: this.signal,
    })) {
      if (made.file_name === nameOf(id)) return made;
      if ((searched += 1) === SEARCHED) break;
    }
    return null;
  }

  /** Waits until the import is filed, and notes the outcomes of its files. */
  private async settle(batch: string, importId: string, files: readonly Candidate[]): Promise<void> {
    const made = await this.follower.until(importId, ({ state }) => state !== 'queued' && state !== 'running');
    const rest = await this.note(importId, files);
    this.journal?.filed(batch);
    const { created, revised, unchanged, failed: refused, canceled } = made.counts;
    const counts = { created, revised, unchanged, failed: refused, canceled };
    this.report({ event: 'filed', import_id: importId, counts });
    if (made.state === 'failed' && made.error && rest.length > 0) {
      if (HOPELESS.has(made.error.code)) throw new StopError(`${made.error.message} (${made.error.code})`);
      this.divide(rest, made.error);
    } else {
      for (const { path: name } of rest)
        this.fail(files, name, failed('canceled', 'The import was canceled in the service.'));
    }
    const isOver = this.journal === null || made.counts.created + made.counts.revised === 0;
    if (isOver) this.journal?.ended(batch);
    else if (this.terms.isReadingAwaited) this.readings.push({ batch, importId, files });
  }

  /** Returns the files without an outcome. */
  private async note(importId: string, files: readonly Candidate[]): Promise<Candidate[]> {
    const all = new Map(files.map((file) => [comparable(file.path), file]));
    const waiting = new Map(all);
    for await (const item of this.itemsOf(importId)) {
      const file = waiting.get(comparable(item.path));
      const message = all.get(comparable(path.posix.dirname(item.path)));
      if (!file && message) this.noteAttachment(message, item, importId);
      if (!file || item.state === 'pending' || item.state === 'canceled') continue;
      waiting.delete(comparable(item.path));
      this.noteOutcome(file, outcomeOf(item, item.state, importId));
    }
    return [...waiting.values()];
  }

  private async awaitReading({ batch, importId, files }: (typeof this.readings)[number]): Promise<void> {
    const made = await this.follower.until(importId, ({ finished_at }) => finished_at !== null);
    if (made.reading.failed > 0 || made.activate) await this.note(importId, files);
    this.journal?.ended(batch);
  }

  private itemsOf(importId: string): AsyncIterable<Schema<'ImportItemResponse'>> {
    const params = { path: { id: importId }, query: { limit: 100 } };
    return paginate(this.client, '/imports/{id}/items', { params, signal: this.signal });
  }

  private divide(files: readonly Candidate[], { code, message }: { code: string; message: string }): void {
    if (files.length === 1) return this.fail(files, files[0]!.path, { state: 'failed', code, message });
    this.report({ event: 'divided', files: files.length, code });
    this.queue.unshift(...halve(files, this.terms.numberFromName));
  }

  private fail(files: readonly Candidate[], name: string, outcome: Outcome): void {
    this.localFailures += 1;
    this.noteOutcome(
      files.find((file) => file.path === name)!,
      outcome,
    );
  }

  /** A message whose attachment failed has failed itself, so that it is sent again: only the missing attachments are then new. */
  private noteAttachment(message: Candidate, item: Schema<'ImportItemResponse'>, importId: string): void {
    const isOver = item.state === 'canceled' || item.state === 'pending';
    const outcome = isOver
      ? failed('canceled', 'The import ended before.')
      : outcomeOf(item, item.state as Outcome['state'], importId);
    const { code, message: why = '' } = outcome;
    const before = this.outcomes.get(message.path);
    if (code === undefined || (before?.code !== undefined && PASSING.has(before.code))) return;
    this.noteOutcome(message, { ...failed(code, `${path.posix.basename(item.path)}: ${why}`), import_id: importId });
  }

  private noteOutcome(file: Candidate, outcome: Outcome): void {
    const { path: name, size, mtime, settings } = file;
    const before = this.outcomes.get(name);
    if (before?.code === outcome.code && before?.state === outcome.state) return;
    this.outcomes.set(name, outcome);
    this.journal?.settled({ path: name, size, mtime, settings, ...outcome });
    this.report({ event: 'file', path: name, ...outcome });
  }

  private progress(): Progress {
    const imports = [...this.follower.latest.values()];
    const sum = (value: (made: Import) => number): number => imports.reduce((all, made) => all + value(made), 0);
    const done =
      this.localFailures +
      sum(({ counts, reading }) =>
        this.terms.isReadingAwaited && this.journal
          ? counts.unchanged + counts.failed + reading.ready + reading.failed
          : counts.total - counts.pending,
      );
    const pages = sum(({ reading }) => reading.pages_done);
    const seconds = (performance.now() - this.startedAt) / 1000;
    return {
      files: this.total,
      files_done: Math.min(done, this.total),
      files_failed: this.localFailures + sum(({ counts, reading }) => counts.failed + reading.failed),
      pages,
      pages_per_second: pages / seconds,
      seconds_left: done > 0 && done < this.total ? Math.ceil((seconds * (this.total - done)) / done) : null,
    };
  }
}

/** By it, a later run finds an import whose response was lost. */
function nameOf(batch: string): string {
  return `amk-${batch}.zip`;
}

function outcomeOf(
  { error, document_id, ingestion }: Schema<'ImportItemResponse'>,
  state: Outcome['state'],
  importId: string,
): Outcome {
  const why = error ?? (ingestion?.state === 'failed' ? ingestion.error : null);
  return {
    state: why ? 'failed' : state,
    ...(why && { code: why.code, message: why.message }),
    ...(document_id !== null && { document_id }),
    import_id: importId,
  };
}
