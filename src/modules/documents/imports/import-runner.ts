import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ZipError } from '@amks/reader/errors/zip-error.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { ImportItemRepository, type ImportItem } from './import-item.repository.js';
import type { Import } from './import.entity.js';
import { IMPORT_REQUESTED, type ImportRequested } from './import.events.js';
import { ImportCreators } from './import-creators.js';
import { ImportFiler, type TakenFile } from './import-filer.js';
import { ImportRefusedError } from './import-refused.error.js';
import { ImportReading } from './import-reading.js';
import { ImportRepository } from './import.repository.js';
import { ImportService } from './import.service.js';
import { planImport } from './planning/import-plan.js';
import type { ImportSource } from './sources/import-source.js';
import { IMPORT_OPTIONS, ImportSources, type ImportOptions } from './sources/import-sources.service.js';

const QUEUE = 'import-filing';
/** Imports that one process works on at a time. */
const CONCURRENCY = 4;
/** Files that are taken out of the source ahead of the one that is filed. */
const AHEAD = 4;
const BATCH = 100;
/** Attempts in sequence that file nothing: the import may be what the processes died of. */
const MAX_ATTEMPTS = 5;
/** Time of one import while others wait. Milliseconds. */
const TURN_MS = 30_000;
/** Pauses while the service is overloaded. */
const PAUSE_MS = 1_000;
const MAX_PAUSES = 60;
/** Pauses after processes that ended while they inspected one file. */
const MAX_ENDED = 4;
const UNINSPECTED = 'The file could not be checked: the checking process ended each time.';

/** Files the documents of an import, one after the other. When a process dies, another continues at the file where it was. */
@Injectable()
export class ImportRunner implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(ImportRunner.name);
  private readonly stopping = new AbortController();

  constructor(
    private readonly imports: ImportRepository,
    private readonly items: ImportItemRepository,
    private readonly service: ImportService,
    private readonly filer: ImportFiler,
    private readonly reading: ImportReading,
    private readonly creators: ImportCreators,
    private readonly sources: ImportSources,
    private readonly queue: JobQueue,
    private readonly db: Database,
    @Inject(IMPORT_OPTIONS) private readonly options: ImportOptions,
  ) {}

  onModuleInit(): Promise<void> {
    const options = { concurrency: CONCURRENCY };
    return this.queue.subscribe<ImportRequested>(IMPORT_REQUESTED, QUEUE, options, (requested) => this.run(requested));
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Starts unfinished imports again whose job is used up, as after a long outage. */
  async restartAbandoned(): Promise<void> {
    const unfinished = [...(await this.imports.listIn('queued')), ...(await this.imports.listIn('running'))];
    if (unfinished.length === 0) return;
    const waiting = await this.queue.listUnfinished(QUEUE, 'import_id');
    for (const { id, organization_id } of unfinished.filter((one) => !waiting.has(one.id)))
      await this.publish({ organization_id, import_id: id });
  }

  private async run(requested: ImportRequested): Promise<void> {
    const { import_id: id } = requested;
    const turn = await this.db.withLock(lockOf(id), () => this.takeTurn(id));
    // Published after the lock is free, so that it can be taken at once.
    if (turn === 'over') await this.publish(requested);
  }

  private async takeTurn(id: string): Promise<'over' | 'done'> {
    const one = await this.imports.begin(id);
    if (!one) return 'done';
    try {
      if (one.attempts > MAX_ATTEMPTS)
        throw new ImportRefusedError('interrupted', 'The import was interrupted too often.');
      return await this.fileAll(one);
    } catch (error) {
      const isRefusal = error instanceof ImportRefusedError || error instanceof ZipError;
      if (isRefusal) {
        await this.service.fail(id, {
          code: error instanceof ZipError ? error.reason : error.code,
          message: error.message,
        });
        return 'done';
      }
      if (this.stopping.signal.aborted || isOutage(error)) await this.imports.uncountAttempt(id);
      this.logger.warn({ err: error as Error, import_id: id, attempts: one.attempts }, 'an import was interrupted');
      throw error;
    }
  }

  private async fileAll(one: Import): Promise<'over' | 'done'> {
    const turn = await this.sources.withSource(one, async (source) => {
      if (one.planned_at === null) {
        const files = await planImport(source, one.rules, this.options.limits.max_entries, this.stopping.signal);
        await this.items.insert(one.id, files);
      }
      return this.filePending(one, source);
    });
    return turn ?? 'done';
  }

  private async filePending(one: Import, source: ImportSource): Promise<'over' | 'done'> {
    const end = performance.now() + TURN_MS;
    const pending = this.pending(one.id);
    const taken: Promise<TakenFile>[] = [];
    const takeNext = async (): Promise<void> => {
      const { value: item, done } = await pending.next();
      if (done === true) return;
      const file = this.take(one, item, source);
      taken.push(file);
      // Awaited in its turn; until then, a failure is not unhandled.
      void file.catch(() => undefined);
    };
    try {
      for (let ahead = 0; ahead < AHEAD; ahead += 1) await takeNext();
      for (let next = taken[0]; next; next = taken[0]) {
        const file = await next;
        const isRunning = await this.creators.as(one, (creator) => this.filer.file(one, file, creator));
        void taken.shift();
        if (!isRunning) return 'done';
        this.stopping.signal.throwIfAborted();
        if (performance.now() > end) return 'over';
        await takeNext();
      }
    } finally {
      // The source stays open until nothing reads it.
      for (const file of taken) await this.filer.discard(await file.catch(() => null));
    }
    // Messages have added their attachments.
    if ((await this.items.listPending(one.id, -1, 1)).length > 0) return 'over';
    await this.service.finishFiling(one.id);
    this.reading.lookSoon();
    return 'done';
  }

  private async *pending(id: string): AsyncGenerator<ImportItem, undefined> {
    for (let after = -1; ;) {
      const items = await this.items.listPending(id, after, BATCH);
      if (items.length === 0) return undefined;
      yield* items;
      after = items.at(-1)!.position;
    }
  }

  /** Waits while uploads occupy the inspection. */
  private async take(one: Import, item: ImportItem, source: ImportSource): Promise<TakenFile> {
    for (let pauses = 0; ; pauses += 1) {
      try {
        return await this.creators.as(one, () => this.filer.take(one, item, source));
      } catch (error) {
        if (!isOutage(error)) throw error;
        // The file may be what the inspecting processes died of.
        const hasEnded = error.details['reason'] === 'inspection_ended';
        if (hasEnded && pauses === MAX_ENDED) {
          return {
            item,
            attachments: [],
            request: null,
            error: { code: 'inspection_ended', message: UNINSPECTED },
            fields: item.fields,
          };
        }
        if (pauses === MAX_PAUSES) throw error;
        await sleep(PAUSE_MS, undefined, { signal: this.stopping.signal });
      }
    }
  }

  private publish(requested: ImportRequested): Promise<void> {
    return this.queue.publish(IMPORT_REQUESTED, requested);
  }
}

/** Whether a part of the installation does not answer; the import may go on later. */
function isOutage(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
}

function lockOf(id: string): string {
  return `import ${id}`;
}
