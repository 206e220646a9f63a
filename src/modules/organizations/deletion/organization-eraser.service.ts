import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { DocumentRemoval } from '../../ingestion/document-removal.service.js';
import { OrganizationEnd } from '../../users/organization-end.service.js';
import { UsersErased } from '../../users/organization.events.js';
import { OrganizationExportService } from '../exports/organization-export.service.js';
import { OrganizationTables } from '../organization-tables.repository.js';
import { OrganizationDeletionRepository } from './organization-deletion.repository.js';

/** Removed by those whose tables they are, when nothing refers to them any more. */
const REMOVED_LAST = ['users', 'audit_events', 'organizations'];

/**
 * Removes an organization and everything of it, in an order that can be broken off anywhere and taken up again: first
 * nobody is let in any more, then files and rows go, some at a time, and last the organization's own row.
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

  /** What is under way ends after its present step, and is gone on with by whoever comes next. */
  stop(): void {
    this.isStopping = true;
  }

  /** Goes on with every deletion that is due. What fails holds no other up. */
  async eraseDue(): Promise<void> {
    for (const id of await this.deletions.listDue()) {
      if (this.isStopping) return;
      await this.erase(id).catch((error: unknown) =>
        this.log.warn({ err: error, organization_id: id }, 'the deletion of an organization was broken off'),
      );
    }
    // Events of requests that were under way when the organization was closed.
    for (const id of await this.deletions.listFinished()) await this.audit.forget(id);
  }

  /** Makes the deletion of the organization due, and does it. @returns whether all of it is gone */
  async eraseNow(organizationId: string): Promise<boolean> {
    await this.deletions.hasten(organizationId);
    return this.erase(organizationId);
  }

  /** False when it is not due, or another process is at it. */
  private async erase(organizationId: string): Promise<boolean> {
    const isDone = await this.db.withLock(`organization deletion ${organizationId}`, async () => {
      if (!(await this.close(organizationId))) return false;
      await this.documents.removeAll(organizationId);
      await this.exports.deleteAll(organizationId);
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
