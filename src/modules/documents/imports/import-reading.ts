import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { RevisionFailed, RevisionReady } from '../document.events.js';
import { RevisionService } from '../revision.service.js';
import { OrganizationClosed } from '../../users/organization.events.js';
import { ImportCreators } from './import-creators.js';
import type { Import } from './import.entity.js';
import { ImportCompleted } from './import.events.js';
import { refusalOf } from './import-refused.error.js';
import { ImportRepository } from './import.repository.js';

/** Documents are read by the second; looking after each would read all rows of an import as often as it has documents. Milliseconds. */
const LOOK_AFTER_MS = 1_000;
/** How long finished imports are kept. */
const KEPT_DAYS = 90;

/** Activates revisions of imports when they are read, and completes imports whose documents are all read. */
@Injectable()
export class ImportReading implements OnApplicationShutdown {
  private readonly logger = new Logger(ImportReading.name);
  private timer: NodeJS.Timeout | undefined;
  private looking = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly imports: ImportRepository,
    private readonly revisions: RevisionService,
    private readonly creators: ImportCreators,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {
    for (const event of [RevisionReady, RevisionFailed])
      events.on(event, () => Promise.resolve(db.afterCommit(() => this.lookSoon())));
    events.on(OrganizationClosed, async ({ organizationId }) => {
      for (const { id } of await imports.listUnfinished(organizationId)) await imports.end(id, 'canceled', null);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  /** Also for imports of processes that died. */
  async run(): Promise<void> {
    await this.look();
    await this.imports.deleteOld(KEPT_DAYS);
  }

  /** Looks after imports whose documents may all be read. */
  lookSoon(): void {
    if (this.isStopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.looking = this.look().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'imports were not settled'),
      );
    }, LOOK_AFTER_MS).unref();
  }

  private async look(): Promise<void> {
    for (const made of await this.imports.listReading()) {
      await this.db.withLock(`reading of import ${made.id}`, async () => {
        if (made.activate) await this.activate(made);
        await this.complete(made.id);
      });
    }
  }

  /** A revision that cannot be activated stays a draft, and its item says why. */
  private async activate(made: Import): Promise<void> {
    for (const { id, document_id, revision_id } of await this.imports.listActivatable(made.id)) {
      try {
        await this.creators.as(made, (creator) => this.revisions.activate(creator, document_id!, revision_id!));
      } catch (error) {
        await this.imports.noteItem(id, refusalOf(error));
      }
    }
  }

  private async complete(id: string): Promise<void> {
    await this.db.transaction(async () => {
      const done = await this.imports.complete(id);
      if (done) await this.events.emit(new ImportCompleted(done, (await this.imports.countsOf([id])).get(id)!));
    });
  }
}
