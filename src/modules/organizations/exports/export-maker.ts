import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { ExportArchive } from './export-archive.js';
import { EXPORT_REQUESTED, OrganizationExportService, type ExportRequested } from './organization-export.service.js';
import { OrganizationExportRepository } from './organization-export.repository.js';

/** Times that one is begun, also by processes that died at it. */
const MAX_ATTEMPTS = 5;
/** How long archives are kept. */
const KEPT_DAYS = 7;

/**
 * Creates requested exports, one at a time in a process. When a process dies, the repeated job, the next start or the
 * hourly run restarts its export from the beginning.
 */
@Injectable()
export class ExportMaker implements OnModuleInit {
  private readonly log = new Logger(ExportMaker.name);

  constructor(
    private readonly exports: OrganizationExportRepository,
    private readonly service: OrganizationExportService,
    private readonly archive: ExportArchive,
    private readonly storage: BlobStorage,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {}

  onModuleInit(): Promise<void> {
    const options = { concurrency: 1 };
    return this.queue.subscribe<ExportRequested>(EXPORT_REQUESTED, 'organization-exports', options, ({ export_id }) =>
      this.make(export_id),
    );
  }

  async run(): Promise<void> {
    await this.service.deleteExpired();
    for (const id of await this.exports.listOpen()) await this.make(id).catch(() => undefined);
  }

  /** Makes the export unless another process is at it. What fails for the last time is marked so; before, it throws. */
  private async make(id: string): Promise<void> {
    await this.db.withLock(`organization export ${id}`, async () => {
      const begun = await this.exports.begin(id);
      if (!begun) return;
      const { organization_id, attempts } = begun;
      // Processes died at it that often: it may be what they died of.
      if (attempts > MAX_ATTEMPTS) return this.exports.fail(id, KEPT_DAYS);
      try {
        const blob = await this.archive.write(organization_id, (content) =>
          this.storage.put(content, { maxBytes: Infinity, isOwn: true }),
        );
        const isKept = await this.exports.finish(id, blob, KEPT_DAYS);
        if (!isKept) await this.storage.release(blob.sha256);
        this.log.log({ export_id: id, organization_id, bytes: blob.size, kept: isKept }, 'export made');
      } catch (error) {
        this.log.warn({ err: error as Error, export_id: id, organization_id, attempts }, 'an export failed');
        if (attempts < MAX_ATTEMPTS) throw error;
        await this.exports.fail(id, KEPT_DAYS);
      }
    });
  }
}
