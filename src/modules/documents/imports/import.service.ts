import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import { listPermissions, type Principal } from '../../../common/principal/principal.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { removeInBatches } from '../../../common/runtime/batched-removal.js';
import { OrganizationClosed } from '../../users/organization.events.js';
import { AuditTrail } from '../../audit/audit.service.js';
import type { CreateImportRequest, ListImportItemsQuery } from './dto/import.request.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { ImportError } from './import.entity.js';
import { IMPORT_REQUESTED, ImportCompleted, ImportFailed, type ImportRequested } from './import.events.js';
import { ImportItemRepository, type ShownItem } from './import-item.repository.js';
import { ImportRepository, type ImportWithProgress } from './import.repository.js';
import { statedFields } from './planning/import-plan.js';
import { ImportSources } from './sources/import-sources.service.js';

/** Imports of an organization that file documents or wait to. A node works on four, so that no organization takes all. */
const MAX_UNFILED = 3;

/** How long imports that ended are kept. */
const KEPT_DAYS = 90;
const DELETED_AT_ONCE = 5_000;

/** Imports for those who manage documents: administrators see all of the organization, others their own. */
@Injectable()
export class ImportService {
  constructor(
    private readonly imports: ImportRepository,
    private readonly items: ImportItemRepository,
    private readonly sources: ImportSources,
    private readonly storage: BlobStorage,
    private readonly paginator: KeysetPaginator,
    private readonly queue: JobQueue,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {
    events.on(OrganizationClosed, ({ organizationId }) => this.cancelAll(organizationId));
  }

  /** @throws AppError CONFLICT (too_many_imports), FORBIDDEN (source_not_allowed) */
  async create(principal: Principal, request: CreateImportRequest): Promise<ImportWithProgress> {
    const { organizationId: organization_id, userId, credential } = principal;
    const byKey = credential.type === 'api_key';
    const { file, source = null, dry_run, activate, number_from_name, rules } = request;
    if (file && source !== null) throw AppError.invalid([{ field: 'source', issue: 'must be sent without a file' }]);
    if (source !== null) this.sources.requireAllowed(organization_id, source);
    return this.db.transaction(async () => {
      if ((await this.imports.lockUnfiled(organization_id)) >= MAX_UNFILED)
        throw AppError.conflict('too_many_imports', `${MAX_UNFILED} imports are not finished. Wait for one of them`, {
          limit: MAX_UNFILED,
        });
      const id = newId('import');
      await this.imports.insert({
        ...{ id, organization_id, created_by: userId, dry_run, activate, number_from_name, rules },
        permissions: listPermissions(principal.permissions),
        session_id: byKey ? null : credential.sessionId,
        api_key_id: byKey ? credential.apiKeyId : null,
        defaults: statedFields(request),
        source,
        file_name: file?.file_name ?? lastPart(source!),
        content_sha256: file?.sha256 ?? null,
        content_size: String(file?.size ?? 0),
      });
      const requested: ImportRequested = { organization_id, import_id: id };
      await this.queue.publish(IMPORT_REQUESTED, requested);
      await this.record('created', id, { dry_run, activate, ...(source !== null && { source }) });
      return this.get(principal, id);
    });
  }

  list(principal: Principal, query: PageQuery): Promise<Page<ImportWithProgress>> {
    return this.paginator.page('imports', query, (afterId, rowCount) =>
      this.imports.list(principal, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<ImportWithProgress> {
    const found = await this.imports.find(principal, id);
    if (!found) throw AppError.notFound('import');
    return found;
  }

  /** In the order of the import. @throws AppError NOT_FOUND */
  async listItems(principal: Principal, id: string, query: ListImportItemsQuery): Promise<Page<ShownItem>> {
    const found = await this.imports.findRow(principal, id);
    if (!found) throw AppError.notFound('import');
    return this.paginator.page(`items of ${id}`, query, (afterId, rowCount) =>
      this.items.list(found, query.state ?? null, afterId, rowCount),
    );
  }

  /** Files no more documents. Those that are filed stay. @throws AppError NOT_FOUND; CONFLICT (already_finished) */
  async cancel(principal: Principal, id: string): Promise<ImportWithProgress> {
    const sha256 = await this.db.transaction(async () => {
      const found = await this.imports.findRow(principal, id);
      if (!found) throw AppError.notFound('import');
      const before = await this.imports.end(id, 'canceled', null);
      if (!before) throw AppError.conflict('already_finished', 'The import has ended', { state: found.state });
      await this.record('canceled', id);
      return before.content_sha256;
    });
    await this.release(sha256);
    return this.get(principal, id);
  }

  /** Gives up an unfinished import. */
  async fail(id: string, error: ImportError): Promise<void> {
    const sha256 = await this.db.transaction(async () => {
      const failed = await this.imports.end(id, 'failed', error);
      if (failed) await this.events.emit(new ImportFailed(failed, error.code));
      return failed?.content_sha256 ?? null;
    });
    await this.release(sha256);
  }

  /** Ends the filing. */
  async finishFiling(id: string): Promise<void> {
    const sha256 = await this.db.transaction(async () => {
      const filed = await this.imports.finishFiling(id);
      if (filed?.completed) await this.events.emit(new ImportCompleted(filed.completed));
      return filed?.sha256 ?? null;
    });
    await this.release(sha256);
  }

  /** All documents are read. */
  async complete(id: string): Promise<void> {
    await this.db.transaction(async () => {
      const completed = await this.imports.end(id, 'completed', null);
      if (completed) await this.events.emit(new ImportCompleted(completed));
    });
  }

  /** Deletes imports that ended long ago. */
  async deleteOld(): Promise<void> {
    await removeInBatches(() => this.imports.deleteSome(KEPT_DAYS, DELETED_AT_ONCE));
  }

  /** If this fails, the sweep removes the archive. */
  private async release(sha256: string | null): Promise<void> {
    if (sha256 !== null) await this.storage.release(sha256);
  }

  private async cancelAll(organizationId: string): Promise<void> {
    for (const state of ['queued', 'running', 'reading'] as const) {
      for (const { id } of await this.imports.listIn(state, organizationId))
        await this.imports.end(id, 'canceled', null);
    }
  }

  private record(what: 'created' | 'canceled', id: string, details: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record({ action: `import.${what}`, target: { type: 'import', id }, details });
  }
}

/** Name of a folder, or of a bucket. */
function lastPart(source: string): string {
  return source.split('/').findLast((part) => part !== '') ?? source;
}
