import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ZipReader } from '@amks/reader/archive/zip-reader.js';
import { ZipError } from '@amks/reader/errors/zip-error.js';
import type { ArchiveLimits } from '@amks/reader/limits/extraction-limits.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import type { Import, ImportItem } from './import.entity.js';
import { IMPORT_REQUESTED, ImportCompleted, type ImportRequested } from './import.events.js';
import { ImportCreators } from './import-creators.js';
import { ImportFiler, type TakenFile } from './import-filer.js';
import { ImportRefusedError } from './import-refused.error.js';
import { ImportReading } from './import-reading.js';
import { ImportRepository } from './import.repository.js';
import { ImportService } from './import.service.js';
import { planImport } from './planning/import-plan.js';

/** Of the archive of an import. */
export const IMPORT_LIMITS = Symbol('limits of an import');

/** Imports that one process works on at a time. */
const CONCURRENCY = 4;
/** Files that are taken out of the archive ahead of the one that is filed. */
const AHEAD = 4;
const BATCH = 100;
/** Attempts in sequence that file nothing: the import may be what the processes died of. */
const MAX_ATTEMPTS = 5;
/** After this, a running import without a process is started again. */
const ABANDONED_MINUTES = 5;
/** Pauses while the service is overloaded. */
const PAUSE_MS = 1_000;
const MAX_PAUSES = 60;

/** Files the documents of an import, one after the other. When a process dies, another continues at the file where it was. */
@Injectable()
export class ImportRunner implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(ImportRunner.name);
  private readonly stopping = new AbortController();

  constructor(
    private readonly imports: ImportRepository,
    private readonly service: ImportService,
    private readonly filer: ImportFiler,
    private readonly reading: ImportReading,
    private readonly creators: ImportCreators,
    private readonly storage: BlobStorage,
    private readonly queue: JobQueue,
    private readonly events: DomainEvents,
    private readonly db: Database,
    @Inject(IMPORT_LIMITS) private readonly limits: ArchiveLimits,
  ) {}

  onModuleInit(): Promise<void> {
    const options = { concurrency: CONCURRENCY };
    return this.queue.subscribe<ImportRequested>(IMPORT_REQUESTED, 'import-filing', options, ({ import_id }) =>
      this.run(import_id),
    );
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Starts running imports again whose process has died and whose job is used up. */
  async restartAbandoned(): Promise<void> {
    const running = await this.imports.listRunning(ABANDONED_MINUTES);
    const free = new Set(await this.db.listFreeLocks(running.map(({ id }) => lockOf(id))));
    for (const { id, organization_id } of running.filter((one) => free.has(lockOf(one.id)))) {
      const requested: ImportRequested = { organization_id, import_id: id };
      await this.queue.publish(IMPORT_REQUESTED, requested);
    }
  }

  private async run(id: string): Promise<void> {
    await this.db.withLock(lockOf(id), async () => {
      const made = await this.imports.begin(id);
      if (!made) return;
      if (made.attempts > MAX_ATTEMPTS)
        return this.service.fail(id, { code: 'interrupted', message: 'The import was interrupted too often.' });
      try {
        await this.fileAll(made);
      } catch (error) {
        if (error instanceof ImportRefusedError)
          return this.service.fail(id, { code: error.code, message: error.message });
        if (error instanceof ZipError) return this.service.fail(id, { code: error.reason, message: error.message });
        this.logger.warn({ err: error as Error, import_id: id, attempts: made.attempts }, 'an import was interrupted');
        throw error;
      }
    });
  }

  private async fileAll(made: Import): Promise<void> {
    if (made.content_sha256 === null) return;
    await this.storage.withLocalFile(made.content_sha256, async (path) => {
      const zip = await ZipReader.open(path, this.limits);
      try {
        if (made.planned_at === null) await this.imports.plan(made.id, await planImport(zip, made.rules));
        await this.filePending(made, zip);
      } finally {
        zip.close();
      }
    });
  }

  private async filePending(made: Import, zip: ZipReader): Promise<void> {
    const pending = this.pending(made.id);
    const taken: Promise<TakenFile>[] = [];
    const takeNext = async (): Promise<void> => {
      const { value: item, done } = await pending.next();
      if (done === true) return;
      const file = this.take(made, item, zip);
      // Awaited in its turn; until then, a failure is not unhandled.
      file.catch(() => undefined);
      taken.push(file);
    };
    try {
      for (let ahead = 0; ahead < AHEAD; ahead += 1) await takeNext();
      for (let next = taken.shift(); next; next = taken.shift()) {
        await takeNext();
        const file = next;
        const isRunning = await this.creators.as(made, async (creator) => this.filer.file(made, await file, creator));
        if (!isRunning) return;
        this.stopping.signal.throwIfAborted();
      }
    } finally {
      // The archive stays open until nothing reads it.
      for (const file of taken) await this.filer.discard(await file.catch(() => null));
    }
    await this.finish(made.id);
  }

  private async *pending(id: string): AsyncGenerator<ImportItem, undefined> {
    for (let after = -1; ;) {
      const items = await this.imports.listPending(id, after, BATCH);
      if (items.length === 0) return undefined;
      yield* items;
      after = items.at(-1)!.position;
    }
  }

  /** Waits while uploads occupy the inspection. */
  private async take(made: Import, item: ImportItem, zip: ZipReader): Promise<TakenFile> {
    for (let pauses = 0; ; pauses += 1) {
      try {
        return await this.creators.as(made, () => this.filer.take(made, item, zip));
      } catch (error) {
        const isOverload = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
        if (!isOverload || pauses === MAX_PAUSES) throw error;
        await sleep(PAUSE_MS, undefined, { signal: this.stopping.signal });
      }
    }
  }

  private async finish(id: string): Promise<void> {
    const sha256 = await this.db.transaction(async () => {
      const done = await this.imports.finishFiling(id);
      if (done?.state === 'completed')
        await this.events.emit(new ImportCompleted(done, (await this.imports.countsOf([id])).get(id)!));
      return done?.archive_sha256 ?? null;
    });
    if (sha256 !== null) await this.storage.release(sha256);
    this.reading.lookSoon();
  }
}

function lockOf(id: string): string {
  return `import ${id}`;
}
