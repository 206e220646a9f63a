import { Injectable } from '@nestjs/common';
import { ROLE_PERMISSIONS } from '../../../common/auth/permissions.js';
import { effectivePermissions, type Principal } from '../../../common/auth/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { currentContext } from '../../../common/http/request-context.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { hashOfApiKey, isWellFormedApiKey } from './api-key-format.js';
import { ApiKeyStateRepository, type ApiKeyState } from './api-key-state.repository.js';
import { isAddressIn } from './cidr.js';

/** Says who is behind an API key. Everything is read anew with every request, so every change counts from the next on. */
@Injectable()
export class ApiKeyAuthenticator {
  constructor(
    private readonly states: ApiKeyStateRepository,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /**
   * The caller behind a key: its owner, with the rights that both the owner's role and the key's scopes give.
   *
   * @throws AppError UNAUTHORIZED (token_type api_key), FORBIDDEN (address_not_allowed) from an address that is not allowed
   */
  async authenticate(key: string): Promise<Principal> {
    const state = isWellFormedApiKey(key) ? await this.states.find(hashOfApiKey(key)) : null;
    if (!state) throw AppError.unauthorized('api_key', 'invalid');
    if (state.expired) {
      throw AppError.unauthorized('api_key', 'expired', { expired_at: state.expires_at?.toISOString() });
    }
    const ownerMayHoldKeys = ROLE_PERMISSIONS[state.role].includes('api.access');
    if (state.owner_status !== 'active' || !ownerMayHoldKeys) throw AppError.unauthorized('api_key', 'revoked');
    const address = currentContext()?.ip ?? '';
    if (state.allowed_cidrs !== null && !isAddressIn(address, state.allowed_cidrs)) await this.refuse(state);
    if (state.stale) await this.states.touch(state.id);
    return {
      userId: state.owner_id,
      organizationId: state.organization_id,
      teamId: state.team_id,
      role: state.role,
      plan: state.plan,
      permissions: effectivePermissions(state.role, state.scopes),
      credential: { type: 'api_key', apiKeyId: state.id, mfaMissing: state.mfa_missing },
    };
  }

  /** The key is good, but in the wrong hands or behind another proxy than thought: either is worth a record, not one a request. */
  private async refuse({ id, owner_id, organization_id }: ApiKeyState): Promise<never> {
    await this.db.transaction(async () => {
      if (!(await this.states.claimRefusal(id))) return;
      await this.audit.record({
        action: 'api_key.refused',
        target: { type: 'api_key', id },
        result: 'failure',
        reason: 'address_not_allowed',
        actor: { type: 'api_key', id: owner_id, api_key_id: id },
        organization_id,
      });
    });
    throw new AppError('FORBIDDEN', 'This API key may not be used from this address', {
      reason: 'address_not_allowed',
    });
  }
}
