import { Injectable } from '@nestjs/common';
import type { Permission } from '../../common/principal/permissions.js';
import { effectivePermissions, listPermissions, type Principal } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { UserRepository } from './user.repository.js';

/** Runs administrative changes in one transaction that first locks the organization, which serializes them. */
@Injectable()
export class OrganizationChanges {
  constructor(
    private readonly users: UserRepository,
    private readonly db: Database,
  ) {}

  /**
   * Calls `act` with the caller's current rights after taking the lock, so that a demoted or suspended caller cannot act through waiting
   * requests.
   * @throws AppError UNAUTHORIZED (revoked), FORBIDDEN when the caller no longer has the permission
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

  /** Current role and grants, still limited by the scopes of the API key or OAuth token. */
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
