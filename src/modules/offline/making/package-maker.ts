import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { StorageUnavailableError } from '../../../integrations/storage/blob-storage.errors.js';
import { BlobStorage, type StoredBlob } from '../../../integrations/storage/blob-storage.js';
import { AuditTrail } from '../../audit/audit.service.js';
import type { PackageError } from '../dto/package-states.js';
import { OfflinePackageFailed, OfflinePackageReady } from '../offline-package.events.js';
import { OfflinePackageService, PACKAGE_REQUESTED, type PackageRequested } from '../offline-package.service.js';
import { MakingRepository, type MadePackage } from './making.repository.js';
import { PackageArchive } from './package-archive.js';
import type { PackageManifest } from './package-manifest.js';
import { UnmakeableError } from './unmakeable.error.js';

/** Times that one is begun, also by processes that died at it. */
const MAX_ATTEMPTS = 5;

/**
 * Makes requested packages, one at a time in a process. When a process dies, the repeated job, the next start or the hourly run begins its
 * package again.
 */
@Injectable()
export class PackageMaker implements OnModuleInit {
  private readonly log = new Logger(PackageMaker.name);

  constructor(
    private readonly packages: MakingRepository,
    private readonly service: OfflinePackageService,
    private readonly archive: PackageArchive,
    private readonly storage: BlobStorage,
    private readonly queue: JobQueue,
    private readonly audit: AuditTrail,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  onModuleInit(): Promise<void> {
    const options = { concurrency: 1 };
    return this.queue.subscribe<PackageRequested>(PACKAGE_REQUESTED, 'offline-packages', options, ({ package_id }) =>
      this.make(package_id),
    );
  }

  /** Packages whose job was lost get another one. It ends at once if the package is made, or another process is at it. */
  async run(): Promise<void> {
    await this.service.endOver();
    for (const package_id of await this.packages.listBuilding())
      await this.queue.publish(PACKAGE_REQUESTED, { package_id } satisfies PackageRequested);
  }

  /** Makes the package unless another process is at it. What fails for the last time is marked so; before, it throws. */
  private async make(id: string): Promise<void> {
    await this.db.withLock(`offline package ${id}`, async () => {
      const begun = await this.packages.begin(id);
      if (!begun) return;
      const { attempts, organization_id } = begun;
      // Processes died at it that often: it may be what they died of.
      if (attempts > MAX_ATTEMPTS) return this.fail(begun, 'internal');
      try {
        await this.store(begun);
      } catch (error) {
        this.log.warn({ err: error as Error, package_id: id, organization_id, attempts }, 'an offline package failed');
        if (error instanceof UnmakeableError) return this.fail(begun, error.code);
        // The storage can be away for long: the job is repeated, and the hourly run gives it another one.
        if (error instanceof StorageUnavailableError) {
          await this.packages.uncount(id);
          throw error;
        }
        if (attempts < MAX_ATTEMPTS) throw error;
        await this.fail(begun, 'internal');
      }
    });
  }

  private async store(begun: MadePackage): Promise<void> {
    const { id, organization_id } = begun;
    const { result: blob, manifest } = await this.archive.write(begun, (content) =>
      this.storage.put(content, { maxBytes: Infinity, isOwn: true }),
    );
    const isKept = await this.finish(begun, blob, manifest).catch(async (error: unknown) => {
      // After another failure, it may be stored: the sweep tells.
      if (error instanceof UnmakeableError) await this.storage.release(blob.sha256);
      throw error;
    });
    if (!isKept) await this.storage.release(blob.sha256);
    this.log.log({ package_id: id, organization_id, bytes: blob.size, kept: isKept }, 'offline package made');
  }

  private fail(requested: MadePackage, error: PackageError): Promise<void> {
    return this.db.transaction(async () => {
      if (await this.packages.fail(requested.id, error))
        await this.events.emit(new OfflinePackageFailed(requested, error));
    });
  }

  /** @throws UnmakeableError if documents changed while the package was made */
  private finish(begun: MadePackage, blob: StoredBlob, manifest: PackageManifest): Promise<boolean> {
    const { id, organization_id, created_by } = begun;
    return this.db.transaction(async () => {
      const outdated = await this.packages.outdatedWhileHeld(id);
      if (outdated !== null) throw new UnmakeableError(outdated);
      const made = await this.packages.finish(id, blob, manifest.payload.files, new Date(manifest.payload.made_at));
      if (!made) return false;
      // The sealed trail dates the package independently of its key.
      const details = { made_for: created_by, sha256: blob.sha256, evidence_sha256: digestOf(manifest.jws) };
      const target = { type: 'offline_package', id };
      await this.audit.record({ action: 'offline_package.made', target, details, organization_id });
      await this.events.emit(new OfflinePackageReady(begun));
      return true;
    });
  }
}

function digestOf(jws: string): string {
  return createHash('sha256').update(jws).digest('hex');
}
