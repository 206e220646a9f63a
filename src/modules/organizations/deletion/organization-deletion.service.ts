import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { OrganizationChanges } from '../../users/organization-changes.service.js';
import { OrganizationEnd } from '../../users/organization-end.service.js';
import { UserService } from '../../users/user.service.js';
import type { DeletionNews } from './deletion-mail.js';
import { OrganizationDeletionRepository, type OrganizationDeletion } from './organization-deletion.repository.js';

export type { OrganizationDeletion } from './organization-deletion.repository.js';

/** Days between the request and the deletion, in which an administrator can cancel it. */
export const DELETION_DAYS = Symbol('days until an organization is deleted');

/** Job: the deletion of an organization was scheduled. */
export const DELETION_SCHEDULED = 'organization.deletion_scheduled';

/** A mail about a deletion to an administrator. */
export const DELETION_MAIL = 'organization.deletion_mail';
export interface DeletionMail {
  user_id: string;
  organization_id: string;
  news: DeletionNews;
  due_at: string;
}

/** What administrators decide of the end of their organization. */
@Injectable()
export class OrganizationDeletionService {
  constructor(
    private readonly deletions: OrganizationDeletionRepository,
    private readonly organizations: OrganizationEnd,
    private readonly changes: OrganizationChanges,
    private readonly users: UserService,
    private readonly queue: JobQueue,
    private readonly audit: AuditTrail,
    @Inject(DELETION_DAYS) private readonly days: number,
  ) {}

  /** @throws AppError NOT_FOUND when no deletion is scheduled */
  async get({ organizationId }: Principal): Promise<OrganizationDeletion> {
    return required(await this.deletions.find(organizationId));
  }

  /**
   * Has the caller's organization deleted, some days from now.
   *
   * @param confirmName its name, letter for letter
   * @throws AppError INVALID_REQUEST for another name; CONFLICT (deletion_scheduled); UNAUTHORIZED and FORBIDDEN as
   * {@link OrganizationChanges.run}
   */
  schedule(principal: Principal, confirmName: string): Promise<OrganizationDeletion> {
    return this.changes.run(principal, 'system.settings', async ({ organizationId, userId }) => {
      if (confirmName !== (await this.organizations.nameOf(organizationId))) {
        throw AppError.invalid([{ field: 'confirm_name', issue: 'is not the name of your organization' }]);
      }
      const deletion = await this.deletions.insert(organizationId, userId, this.days);
      if (!deletion) throw AppError.conflict('deletion_scheduled', 'The deletion is already scheduled');
      await this.tell(deletion, 'scheduled');
      await this.queue.publish(DELETION_SCHEDULED, { organization_id: organizationId });
      return deletion;
    });
  }

  /** @throws AppError NOT_FOUND when no deletion is scheduled; UNAUTHORIZED and FORBIDDEN as {@link OrganizationChanges.run} */
  cancel(principal: Principal): Promise<void> {
    return this.changes.run(principal, 'system.settings', async ({ organizationId }) => {
      const deletion = required(await this.deletions.find(organizationId));
      // Once the deletion is in progress, nobody of the organization has access.
      await this.deletions.cancel(organizationId);
      await this.tell(deletion, 'cancelled');
    });
  }

  private async tell({ organization_id, due_at }: OrganizationDeletion, news: DeletionNews): Promise<void> {
    const target = { type: 'organization', id: organization_id };
    await this.audit.record({ action: `organization.deletion_${news}`, target, details: { due_at } });
    for (const user_id of await this.users.activeAdminIds(organization_id)) {
      const mail: DeletionMail = { user_id, organization_id, news, due_at: due_at.toISOString() };
      await this.queue.publish(DELETION_MAIL, mail);
    }
  }
}

function required(deletion: OrganizationDeletion | null): OrganizationDeletion {
  if (!deletion) throw AppError.notFound('organization_deletion');
  return deletion;
}
