import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { DocumentRemoval } from '../../ingestion/document-removal.service.js';
import { OrganizationEnd } from '../../users/organization-end.service.js';
import { UsersErased } from '../../users/organization.events.js';
import { OfflinePackageService } from '../../offline/offline-package.service.js';
import { OrganizationExportService } from '../exports/organization-export.service.js';
import { OrganizationTables } from '../organization-tables.repository.js';
import { OrganizationDeletionRepository } from './organization-deletion.repository.js';

/** Their modules remove these, once nothing refers to them. */
const REMOVED_LAST = ['users', 'audit_events', 'organizations'];

/**
 * Removes an organization and all of its data, in an order that can be interrupted and resumed anywhere: first access
 * ends, then files and rows are removed in batches, and the organization's row last.
 */
@Injectable()
export class OrganizationEraser {
  private readonly log = new Logger(OrganizationEraser.name);
  private isStopping = false;

  constructor(
    private readonly deletions: OrganizationDeletionRepository,
    private readonly organizations: OrganizationEnd,
    private readonly documents: DocumentRemoval,
    private readonly exports: OrganizationExportService,
    private readonly packages: OfflinePackageService,
    private readonly tables: OrganizationTables,
    private readonly audit: AuditTrail,
    private readonly queue: JobQueue,
    private readonly db: Database,
    events: DomainEvents,
  ) {
    events.on(UsersErased, ({ users }) =>
      queue.forget(
        'user_id',
        users.map(({ id }) => id),
      ),
    );
  }

  /** Stops the deletions in progress after their present step. The next process resumes them. */
  stop(): void {
    this.isStopping = true;
  }

  /** Resumes every deletion that is due. One that fails does not delay the others. */
  async eraseDue(): Promise<void> {
    for (const id of await this.deletions.listDue()) {
      if (this.isStopping) return;
      await this.erase(id).catch((error: unknown) =>
        this.log.warn({ err: error, organization_id: id }, 'the deletion of an organization was interrupted'),
      );
    }
    // Events of requests that were in progress when access to the organization ended.
    for (const id of await this.deletions.listFinished()) await this.audit.forget(id);
  }

  /** Deletes the organization now. @returns whether all of it is deleted */
  async eraseNow(organizationId: string): Promise<boolean> {
    await this.deletions.hasten(organizationId);
    return this.erase(organizationId);
  }

  /** False when it is not due, or another process is at it. */
  private async erase(organizationId: string): Promise<boolean> {
    const isDone = await this.db.withLock(`organization deletion ${organizationId}`, async () => {
      if (!(await this.close(organizationId))) return false;
      const sandbox = await this.deletions.findSandbox(organizationId);
      if (sandbox !== null && !(await this.eraseNow(sandbox))) return false;
      await this.documents.removeAll(organizationId);
      await this.exports.deleteAll(organizationId);
      await this.packages.deleteAll(organizationId);
      for (const table of await this.tables.list()) {
        if (REMOVED_LAST.includes(table.name)) continue;
        while (!this.isStopping && (await this.tables.deleteSome(table, organizationId)) > 0);
      }
      if (this.isStopping) return false;
      await this.organizations.eraseUsers(organizationId);
      await this.audit.forget(organizationId);
      await this.finish(organizationId);
      return true;
    });
    return isDone === true;
  }

  private close(organizationId: string): Promise<boolean> {
    return this.db.transaction(async () => {
      await this.organizations.lock(organizationId);
      const isFirst = await this.deletions.begin(organizationId);
      if (isFirst === null) return false;
      if (isFirst) await this.organizations.close(organizationId);
      return true;
    });
  }

  private async finish(organizationId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.organizations.erase(organizationId);
      await this.queue.forget('organization_id', [organizationId]);
      const { removed } = await this.deletions.finish(organizationId);
      await this.audit.record({
        action: 'organization.deleted',
        target: { type: 'organization', id: organizationId },
        details: { removed },
        actor: { type: 'system' },
        organization_id: null,
      });
    });
    await this.audit.forget(organizationId);
    this.log.log({ organization_id: organizationId }, 'organization deleted');
  }
}
