import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { AuditTrail } from '../audit/audit.service.js';
import { OrganizationChanges } from './organization-changes.service.js';
import type { User } from './user.entity.js';
import { canManageUser, canSeeUser } from './user.policy.js';
import { UserRepository } from './user.repository.js';

/**
 * The frame of all that administrators and managers do to an account: in the frame of {@link OrganizationChanges},
 * with the user's lock taken second. So the last administrator of an organization stays under any race.
 */
@Injectable()
export class ManagedUsers {
  constructor(
    private readonly changes: OrganizationChanges,
    private readonly users: UserRepository,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Runs `act` on the user as it is now, if the caller, as they are now, may change it.
   *
   * @throws AppError NOT_FOUND, FORBIDDEN (protected_account), UNAUTHORIZED as {@link OrganizationChanges.run}
   */
  change(principal: Principal, id: string, act: (user: User, caller: Principal) => Promise<User>): Promise<User> {
    return this.changes.run(principal, 'user.manage', async (caller) => {
      const user = await this.users.lock(id, { organization_id: caller.organizationId });
      if (!user || !canSeeUser(caller, user)) throw AppError.notFound('user');
      if (!canManageUser(caller, user)) {
        throw forbidden('protected_account', 'This account may do more than you, or your API key, can manage');
      }
      return act(user, caller);
    });
  }

  /**
   * Before an administrator ceases to be one; holds until the end of {@link change}.
   *
   * @throws AppError CONFLICT (last_admin) when the organization has no other active one
   */
  async requireOtherAdmin(user: User): Promise<void> {
    const isActiveAdmin = user.role === 'admin' && user.status === 'active';
    if (isActiveAdmin && !(await this.users.hasOtherAdmin(user))) {
      throw AppError.conflict('last_admin', 'The organization needs an active administrator');
    }
  }

  /** Writes into the audit trail what was done to the user. */
  record(action: string, { id }: User, details: Record<string, unknown> = {}, reason?: string): Promise<void> {
    return this.audit.record({ action, target: { type: 'user', id }, details, ...(reason && { reason }) });
  }
}

/**
 * Before an account gets rights that would outlive a stolen key or token: an administrator's, or a grant.
 *
 * @throws AppError FORBIDDEN (session_required)
 */
export function requireInPerson({ credential }: Principal): void {
  if (credential.type === 'session') return;
  throw forbidden('session_required', 'These rights are not given with an API key or by an application: sign in');
}

export function forbidden(reason: string, message: string): AppError {
  return new AppError('FORBIDDEN', message, { reason });
}
