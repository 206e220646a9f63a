import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import type { ByteRange } from '../../common/files/byte-range.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import type { PageQuery } from '../../common/pagination/page-query.js';
import type { Principal } from '../../common/principal/principal.js';
import { JobQueue } from '../../integrations/job-queue/job-queue.js';
import { BlobNotFoundError } from '../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../integrations/storage/blob-storage.js';
import { AuditTrail } from '../audit/audit.service.js';
import { DocumentDeleted } from '../documents/document.events.js';
import { DocumentService } from '../documents/document.service.js';
import type { CreateOfflinePackageRequest } from './dto/offline-package.request.js';
import {
  OfflinePackageRepository,
  type FoundPackage,
  type ListedPackage,
  type OfflinePackage,
  type OfflinePackageDocument,
  type PackageFile,
} from './offline-package.repository.js';
import type { OutdatedReason } from './dto/package-states.js';
import { PackageChoice } from './package-choice.service.js';

export type { FoundPackage, ListedPackage, PackageDocumentRow } from './offline-package.repository.js';

/** Job: a package was requested. */
export const PACKAGE_REQUESTED = 'offline_package.requested';
export interface PackageRequested {
  package_id: string;
}

/** Packages that a person may have at a time: each is as large as its sources. */
const MAX_KEPT = 5;
/** Of all people of an organization. */
const MAX_BUILDING = 5;
const MAX_STORED = 50_000_000_000;
const MAX_PAGES = 10_000;
const MAX_SOURCES = 2_000_000_000;
/** How long an ended package is listed. */
const LISTED_DAYS = 30;

/** A package with a file. */
export type ReadyPackage = FoundPackage & { content_sha256: string; content_size: string };

/** Offline packages of the caller. */
@Injectable()
export class OfflinePackageService {
  constructor(
    private readonly packages: OfflinePackageRepository,
    private readonly choice: PackageChoice,
    private readonly documents: DocumentService,
    private readonly storage: BlobStorage,
    private readonly paginator: KeysetPaginator,
    private readonly queue: JobQueue,
    private readonly audit: AuditTrail,
    private readonly db: Database,
    events: DomainEvents,
  ) {
    events.on(DocumentDeleted, ({ document: { id, access } }) =>
      this.packages.noteDeletion(id, access === 'organization'),
    );
  }

  /** The caller's own, without those with documents that they can no longer see. */
  list(principal: Principal, query: PageQuery): Promise<Page<ListedPackage>> {
    const visible = this.documents.visibleTo(principal);
    return this.paginator.page('offline packages', query, (afterId, rowCount) =>
      this.packages.list(principal, visible, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND, also for a package of another person */
  async get(principal: Principal, id: string): Promise<FoundPackage> {
    const found = await this.packages.find(principal, this.documents.visibleTo(principal), id);
    if (!found) throw AppError.notFound('offline_package');
    return found;
  }

  /**
   * Has a package made of the current revisions.
   * @throws AppError INVALID_REQUEST for an unknown document, aircraft or base; CONFLICT (not_ready, revision_not_active, package_building,
   * too_many_packages, too_many_building, packages_too_large, and each {@link OutdatedReason}); UNPROCESSABLE (not_applicable, too_large)
   */
  async request(principal: Principal, request: CreateOfflinePackageRequest): Promise<FoundPackage> {
    const { documents, aircraft, temporary_revisions_digest, discrepancies_digest } = await this.choice.choose(
      principal,
      request,
    );
    const base_files = await this.filesOf(principal, request.base_package_id);
    const id = newId('offline_package');
    const packed = documents.filter(({ included }) => included);
    const made: Omit<OfflinePackage, 'created_at' | 'expires_at'> = {
      ...{ id, organization_id: principal.organizationId, created_by: principal.userId, title: request.title ?? null },
      ...{ state: 'building', error: null, attempts: 0, livemode: principal.sandbox === undefined },
      ...{
        base_package_id: request.base_package_id ?? null,
        base_files,
        aircraft,
        temporary_revisions_digest,
        discrepancies_digest,
        document_count: packed.length,
      },
      ...{ page_count: packed.reduce((sum, { page_count }) => sum + page_count, 0), sources_size: sizeOf(packed) },
      ...{
        files: null,
        content_sha256: null,
        content_size: null,
        made_at: null,
        downloaded_at: null,
        downloaded_with: null,
      },
    };
    if (made.page_count > MAX_PAGES || Number(made.sources_size) > MAX_SOURCES) throw tooLarge();
    const rows = documents.map((document) => ({ ...document, offline_package_id: id }));
    return this.db.transaction(async () => {
      await this.requireRoom(principal, Number(made.sources_size));
      await this.packages.insert(made, rows, request.valid_days);
      const outdated = await this.packages.outdatedWhileHeld(id);
      if (outdated !== null) throw AppError.conflict(outdated, WHY[outdated]);
      await this.queue.publish(PACKAGE_REQUESTED, { package_id: id } satisfies PackageRequested);
      await this.record('requested', made, { documents: packed.length, aircraft: aircraft.length });
      return this.get(principal, id);
    });
  }

  /** @throws AppError NOT_FOUND; CONFLICT (not_ready); GONE (package_expired, and each {@link OutdatedReason}) */
  async getReady(principal: Principal, id: string): Promise<ReadyPackage> {
    const found = await this.get(principal, id);
    if (found.outdated === 'document_deleted') throw gone(found.outdated);
    if (found.is_over || found.state === 'expired')
      throw new AppError('GONE', 'The package is expired. Make another one', { reason: 'package_expired' });
    if (found.content_sha256 === null)
      throw AppError.conflict('not_ready', 'The package is not made yet, or failed', { status: found.state });
    if (found.outdated !== null) throw gone(found.outdated);
    return found as ReadyPackage;
  }

  /** The file or a part of it. The parts of a download are one event of the audit trail. @throws AppError NOT_FOUND if the store lost it */
  async open({ credential }: Principal, found: ReadyPackage, range?: ByteRange): Promise<Readable> {
    const content = await this.storage.open(found.content_sha256, range).catch((error: unknown) => {
      throw error instanceof BlobNotFoundError ? AppError.notFound('content') : error;
    });
    const credentialId = credential.type === 'api_key' ? credential.apiKeyId : credential.sessionId;
    try {
      await this.db.transaction(async () => {
        if (await this.packages.noteDownload(found.id, credentialId)) await this.record('downloaded', found);
      });
    } catch (error) {
      content.destroy();
      throw error;
    }
    return content;
  }

  /** Removes a package and its file; one that is being made is thrown away when it is done. @throws AppError NOT_FOUND */
  async delete(principal: Principal, id: string): Promise<void> {
    const sha256 = await this.db.transaction(async () => {
      const found = await this.get(principal, id);
      await this.record('deleted', found);
      return this.packages.delete(id);
    });
    if (sha256 !== null) await this.storage.delete(sha256);
  }

  /** Removes the files of packages that have ended, and old rows. */
  async endOver(): Promise<void> {
    await this.deleteFiles(await this.packages.end(LISTED_DAYS));
  }

  /** For an organization that is deleted. */
  async deleteAll(organizationId: string): Promise<void> {
    await this.deleteFiles(await this.packages.deleteOf(organizationId));
  }

  /** If the process stops before, the sweep does it. */
  private async deleteFiles(hashes: readonly string[]): Promise<void> {
    for (const sha256 of hashes) await this.storage.delete(sha256);
  }

  private async requireRoom(principal: Principal, sourcesSize: number): Promise<void> {
    const { building, kept, ...all } = await this.packages.countKept(principal, this.documents.visibleTo(principal));
    if (building > 0) throw AppError.conflict('package_building', 'Another package of yours is being made');
    if (kept >= MAX_KEPT)
      throw AppError.conflict('too_many_packages', `Delete one of your ${MAX_KEPT} packages first`, {
        limit: MAX_KEPT,
      });
    if (all.building_of_all >= MAX_BUILDING)
      throw AppError.conflict('too_many_building', 'Other packages of the organization are being made. Try later', {
        limit: MAX_BUILDING,
      });
    if (all.bytes_of_all + sourcesSize > MAX_STORED)
      throw AppError.conflict('packages_too_large', 'The packages of the organization are too large', {
        ...{ max_bytes: MAX_STORED, bytes: all.bytes_of_all },
      });
  }

  private async filesOf(principal: Principal, baseId: string | undefined): Promise<PackageFile[] | null> {
    if (baseId === undefined) return null;
    const base = await this.packages.find(principal, this.documents.visibleTo(principal), baseId);
    if (base?.files) return base.files;
    throw AppError.invalid([{ field: 'base_package_id', issue: 'is not a package that you made' }]);
  }

  private record(
    what: 'requested' | 'downloaded' | 'deleted',
    { id }: Pick<OfflinePackage, 'id'>,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record({ action: `offline_package.${what}`, target: { type: 'offline_package', id }, details });
  }
}

const WHY: Readonly<Record<OutdatedReason, string>> = {
  document_deleted: 'A document of the package was deleted',
  revision_withdrawn: 'A revision of the package was withdrawn',
  revision_superseded: 'A revision of the package was superseded. Make another package',
  temporary_revision_changed: 'Temporary revisions of the documents changed. Make another package',
  aircraft_changed: 'The register has other data of an aircraft. Make another package',
  discrepancy_changed:
    'A discrepancy was reported in a document of the package, or a report changed. Make another package',
};

const gone = (reason: OutdatedReason): AppError => new AppError('GONE', WHY[reason], { reason });

/** Documents can have the same file. */
function sizeOf(documents: readonly Pick<OfflinePackageDocument, 'file_sha256' | 'file_size'>[]): string {
  const sizes = new Map(documents.map(({ file_sha256, file_size }) => [file_sha256, Number(file_size)]));
  return String([...sizes.values()].reduce((sum, size) => sum + size, 0));
}

function tooLarge(): AppError {
  return new AppError('UNPROCESSABLE', 'The documents are too large for one package. Make several packages', {
    ...{ reason: 'too_large', max_pages: MAX_PAGES, max_bytes: MAX_SOURCES },
  });
}
