import { Injectable } from '@nestjs/common';
import type { Permission } from '../../common/auth/permissions.js';
import { effectivePermissions, listPermissions, type Principal } from '../../common/auth/principal.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { UserRepository } from './user.repository.js';

/**
 * The frame of all that people with more rights do to others of their organization: one transaction that takes the
 * organization's lock first, so that such changes come one after the other.
 */
@Injectable()
export class OrganizationChanges {
  constructor(
    private readonly users: UserRepository,
    private readonly db: Database,
  ) {}

  /**
   * Runs `act` for the caller as they are once the lock is held. What the request began with may be over by then: whoever
   * was demoted or suspended meanwhile must not undo it with requests that were waiting.
   *
   * @throws AppError UNAUTHORIZED (revoked), FORBIDDEN when the caller has the permission no more
   */
  run<T>(principal: Principal, permission: Permission, act: (caller: Principal) => Promise<T>): Promise<T> {
    return this.db.transaction(async () => {
      await this.users.lockOrganization(principal.organizationId);
      const caller = await this.asTheyAreNow(principal);
      if (!caller.permissions.has(permission)) {
        throw AppError.forbidden(permission, listPermissions(caller.permissions));
      }
      return act(caller);
    });
  }

  /** With the role and grants of now. What narrowed the request, an API key's scopes or an OAuth token's, narrows it still. */
  private async asTheyAreNow(principal: Principal): Promise<Principal> {
    const { type } = principal.credential;
    const inPerson = type === 'session';
    const user = await this.users.findCaller(principal.userId);
    if (user?.status !== 'active') throw AppError.unauthorized(inPerson ? 'jwt' : type, 'revoked');
    const scopes = inPerson ? undefined : [...principal.permissions];
    return {
      ...principal,
      role: user.role,
      teamId: user.team_id,
      permissions: effectivePermissions(user, scopes),
    };
  }
}
