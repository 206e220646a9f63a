import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { RevisionFailed, RevisionReady } from '../document.events.js';
import type { Revision } from '../revision.entity.js';
import { RevisionService } from '../revision.service.js';
import { ImportCreators } from './import-creators.js';
import { ImportItemRepository, type Activatable } from './import-item.repository.js';
import { refusalOf } from './import-refused.error.js';
import type { Import } from './import.entity.js';
import { ImportRepository } from './import.repository.js';
import { ImportService } from './import.service.js';
import { isInWork } from './planning/issue.js';

/** Several documents are read in a second, and a look concerns all imports. Milliseconds. */
const LOOK_AFTER_MS = 1_000;
const ACTIVATED_AT_ONCE = 100;

/** Activates revisions of imports when they are read, and completes imports whose documents are all read. */
@Injectable()
export class ImportReading implements OnApplicationShutdown {
  private readonly logger = new Logger(ImportReading.name);
  private timer: NodeJS.Timeout | undefined;
  private looking = Promise.resolve();
  private isStopped = false;
  /** By import, the position of the first item that was not settled at the latest look. */
  private readonly unsettled = new Map<string, number>();

  constructor(
    private readonly imports: ImportRepository,
    private readonly items: ImportItemRepository,
    private readonly service: ImportService,
    private readonly revisions: RevisionService,
    private readonly creators: ImportCreators,
    private readonly db: Database,
    events: DomainEvents,
  ) {
    for (const event of [RevisionReady, RevisionFailed])
      events.on(event, () => Promise.resolve(db.afterCommit(() => this.lookSoon())));
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  /** Looks after imports whose documents may all be read. */
  lookSoon(): void {
    if (this.isStopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.look();
    }, LOOK_AFTER_MS).unref();
  }

  /** Also for imports of processes that died. Never rejects. */
  look(): Promise<void> {
    this.looking = this.looking
      .then(() => this.lookNow())
      .catch((error: unknown) => this.logger.warn({ err: error }, 'imports were not settled'));
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    const reading = await this.imports.listIn('reading');
    for (const id of this.unsettled.keys()) if (!reading.some((one) => one.id === id)) this.unsettled.delete(id);
    for (const one of reading) {
      if (this.isStopped) return;
      try {
        await this.db.withLock(`reading of import ${one.id}`, () => this.settle(one));
      } catch (error) {
        this.logger.warn({ err: error as Error, import_id: one.id }, 'an import was not settled');
      }
    }
  }

  private async settle(one: Import): Promise<void> {
    if (one.activate && (await this.activate(one)) === ACTIVATED_AT_ONCE) return this.lookSoon();
    const position = await this.items.findUnsettled(one, this.unsettled.get(one.id) ?? 0);
    if (position === null) await this.service.complete(one.id);
    else this.unsettled.set(one.id, position);
  }

  /** Returns the number of revisions found. One that cannot be activated stays a draft, and its item says why. */
  private async activate(one: Import): Promise<number> {
    const items = await this.items.listActivatable(one.id, ACTIVATED_AT_ONCE);
    for (const item of items) {
      if (this.isStopped) break;
      const { document_id, revision_id } = item;
      try {
        await this.creators.as(one, (creator) =>
          this.revisions.activate(creator, document_id, revision_id, (revision, current) =>
            requireExpected(item, revision, current),
          ),
        );
      } catch (error) {
        await this.items.note(item.id, refusalOf(error));
      }
    }
    return items.length;
  }
}

/** @throws AppError CONFLICT (in_work, revision_changed) */
function requireExpected({ replaceable }: Activatable, { version }: Revision, current: Revision | null): void {
  if (isInWork(version)) throw AppError.conflict('in_work', 'The issue is in work, so it stays a draft');
  if (current && !replaceable.includes(current.id)) {
    const message = `Revision ${current.version} became current after the file was filed, so this one stays a draft`;
    throw AppError.conflict('revision_changed', message);
  }
}
