import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { ByteRange } from '../../../common/files/byte-range.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { BlobNotFoundError } from '../../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { OrganizationChanges } from '../../users/organization-changes.service.js';
import { OrganizationExportRepository, type OrganizationExport } from './organization-export.repository.js';

export type { OrganizationExport } from './organization-export.repository.js';

/** Job: an export was requested. */
export const EXPORT_REQUESTED = 'organization.export_requested';
export interface ExportRequested {
  organization_id: string;
  export_id: string;
}

/** Archives that an organization may have at a time: each is as large as all of its files together. */
const MAX_KEPT = 3;

/** An export whose archive is there. */
export type ReadyExport = OrganizationExport & { content_sha256: string; content_size: string };

/** Exports of an organization, for its administrators. */
@Injectable()
export class OrganizationExportService {
  constructor(
    private readonly exports: OrganizationExportRepository,
    private readonly storage: BlobStorage,
    private readonly changes: OrganizationChanges,
    private readonly paginator: KeysetPaginator,
    private readonly queue: JobQueue,
    private readonly audit: AuditTrail,
  ) {}

  list({ organizationId }: Principal, query: PageQuery): Promise<Page<OrganizationExport>> {
    return this.paginator.page('organization-exports', query, (afterId, rowCount) =>
      this.exports.list(organizationId, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get({ organizationId }: Principal, id: string): Promise<OrganizationExport> {
    const found = await this.exports.find(organizationId, id);
    if (!found) throw AppError.notFound('organization_export');
    return found;
  }

  /**
   * Has an export made.
   *
   * @throws AppError CONFLICT (export_running, too_many_exports), UNAUTHORIZED and FORBIDDEN as {@link OrganizationChanges.run}
   */
  request(principal: Principal): Promise<OrganizationExport> {
    return this.changes.run(principal, 'system.settings', async ({ organizationId, userId }) => {
      const { open, kept } = await this.exports.count(organizationId);
      if (open > 0) throw AppError.conflict('export_running', 'An export is already being created');
      if (kept >= MAX_KEPT) {
        throw AppError.conflict('too_many_exports', `Delete one of the ${MAX_KEPT} exports first`, { limit: MAX_KEPT });
      }
      const id = newId('organization_export');
      const made = await this.exports.insert({ id, organization_id: organizationId, requested_by: userId });
      const requested: ExportRequested = { organization_id: organizationId, export_id: id };
      await this.queue.publish(EXPORT_REQUESTED, requested);
      await this.record('requested', id);
      return made;
    });
  }

  /** @throws AppError NOT_FOUND; CONFLICT (not_ready) for one that has no archive */
  async getReady(principal: Principal, id: string): Promise<ReadyExport> {
    const found = await this.get(principal, id);
    if (!isReady(found))
      throw AppError.conflict('not_ready', 'The export has no archive yet, or failed', { state: found.state });
    return found;
  }

  /** The archive or a part of it; who takes it along is on record. @throws AppError NOT_FOUND when the store lost it */
  async open({ id, content_sha256 }: ReadyExport, range?: ByteRange): Promise<Readable> {
    await this.record('downloaded', id);
    try {
      return await this.storage.open(content_sha256, range);
    } catch (error) {
      throw error instanceof BlobNotFoundError ? AppError.notFound('content') : error;
    }
  }

  /** Removes the export and its archive; one that is being made is thrown away when it is done. @throws AppError NOT_FOUND */
  async delete(principal: Principal, id: string): Promise<void> {
    const sha256 = await this.changes.run(principal, 'system.settings', async (caller) => {
      await this.get(caller, id);
      await this.record('deleted', id);
      return this.exports.delete(id);
    });
    if (sha256 !== null) await this.storage.delete(sha256);
  }

  /** Removes all exports of an organization that is deleted. */
  async deleteAll(organizationId: string): Promise<void> {
    await this.deleteEach(await this.exports.listOf(organizationId));
  }

  /** Removes expired exports. */
  async deleteExpired(): Promise<void> {
    await this.deleteEach(await this.exports.listExpired());
  }

  /** The row holds the claim to the archive; if the process stops before it deletes the blob, the sweep does. */
  private async deleteEach(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const sha256 = await this.exports.delete(id);
      if (sha256 !== null) await this.storage.delete(sha256);
    }
  }

  private record(what: 'requested' | 'downloaded' | 'deleted', id: string): Promise<void> {
    return this.audit.record({ action: `organization.export_${what}`, target: { type: 'organization_export', id } });
  }
}

function isReady(found: OrganizationExport): found is ReadyExport {
  return found.state === 'ready';
}
