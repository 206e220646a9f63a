import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { AuditTrail } from '../audit/audit.service.js';
import { OrganizationChanges } from './organization-changes.service.js';
import type { User } from './user.entity.js';
import { canManageUser, canSeeUser } from './user.policy.js';
import { UserRepository } from './user.repository.js';

/** Runs administrative changes as {@link OrganizationChanges} does, then locks the user: this protects the last administrator. */
@Injectable()
export class ManagedUsers {
  constructor(
    private readonly changes: OrganizationChanges,
    private readonly users: UserRepository,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Calls `act` with the current user if the caller can manage it.
   * @throws AppError NOT_FOUND, FORBIDDEN (protected_account), UNAUTHORIZED as {@link OrganizationChanges.run}
   */
  change(principal: Principal, id: string, act: (user: User, caller: Principal) => Promise<User>): Promise<User> {
    return this.changes.run(principal, 'user.manage', async (caller) => {
      const user = await this.users.lock(id, { organization_id: caller.organizationId });
      if (!user || !canSeeUser(caller, user)) throw AppError.notFound('user');
      if (!canManageUser(caller, user)) {
        throw forbidden('protected_account', 'This account has more permissions than you, or your API key, can manage');
      }
      return act(user, caller);
    });
  }

  record(action: string, { id }: User, details: Record<string, unknown> = {}, reason?: string): Promise<void> {
    return this.audit.record({ action, target: { type: 'user', id }, details, ...(reason && { reason }) });
  }
}

/**
 * Call before granting administrator rights or grants, which would outlive a stolen key or token.
 * @throws AppError FORBIDDEN (session_required)
 */
export function requireInPerson({ credential }: Principal): void {
  if (credential.type === 'session') return;
  throw forbidden('session_required', 'API keys and applications cannot grant these permissions. Sign in instead');
}

export function forbidden(reason: string, message: string): AppError {
  return new AppError('FORBIDDEN', message, { reason });
}
