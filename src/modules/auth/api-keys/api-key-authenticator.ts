import { Injectable } from '@nestjs/common';
import { ROLE_PERMISSIONS } from '../../../common/principal/permissions.js';
import { effectivePermissions, type PresentedApiKey, type Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { currentContext } from '../../../common/context/request-context.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { hashOfApiKey, isSandboxKey, isWellFormedApiKey } from './api-key-format.js';
import { ApiKeyStateRepository, type ApiKeyState } from './api-key-state.repository.js';
import { isAddressIn } from './cidr.js';

/** Authenticates API keys. Reads all state on every request, so changes apply to the next request. */
@Injectable()
export class ApiKeyAuthenticator {
  constructor(
    private readonly states: ApiKeyStateRepository,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** Permissions common to role and scopes. @throws AppError UNAUTHORIZED (token_type api_key), FORBIDDEN (address_not_allowed) */
  async authenticate(key: string): Promise<Principal> {
    requireSide(key);
    const presented = { keyHash: hashOfApiKey(key), address: currentContext()?.ip ?? '' };
    const state = isWellFormedApiKey(key) ? await this.states.find(presented.keyHash) : null;
    if (!state) throw AppError.unauthorized('api_key', 'invalid');
    requireInForce(state);
    if (!mayComeFrom(presented, state)) {
      await this.recordRefusal(state);
      throw addressNotAllowed();
    }
    if (state.stale) await this.states.touch(state.id);
    return principalOf(state, presented);
  }

  /** Checks a key again, with the same address. Does not count as a use. @throws AppError as {@link authenticate} */
  async recheck(presented: PresentedApiKey): Promise<Principal> {
    const state = await this.states.find(presented.keyHash);
    if (!state) throw AppError.unauthorized('api_key', 'revoked');
    requireInForce(state);
    if (!mayComeFrom(presented, state)) throw addressNotAllowed();
    return principalOf(state, presented);
  }

  /** Recorded at most once a minute. A refused address suggests a leaked key or a misconfigured proxy. */
  private async recordRefusal({ id, owner_id, organization_id }: ApiKeyState): Promise<void> {
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
  }
}

/** A key works on the side that made it. Costs no query. @throws AppError UNAUTHORIZED (live_key, sandbox_key) */
function requireSide(key: string): void {
  const isSandbox = currentContext()?.isSandbox === true;
  if (isWellFormedApiKey(key) && isSandboxKey(key) !== isSandbox) {
    throw AppError.unauthorized('api_key', isSandbox ? 'live_key' : 'sandbox_key');
  }
}

function mayComeFrom({ address }: PresentedApiKey, { allowed_cidrs }: ApiKeyState): boolean {
  return allowed_cidrs === null || isAddressIn(address, allowed_cidrs);
}

function addressNotAllowed(): AppError {
  return new AppError('FORBIDDEN', 'This API key cannot be used from this address', { reason: 'address_not_allowed' });
}

/** @throws AppError UNAUTHORIZED (expired, revoked) */
function requireInForce({ role, owner_status, expired, expires_at }: ApiKeyState): void {
  if (expired) throw AppError.unauthorized('api_key', 'expired', { expired_at: expires_at?.toISOString() });
  const ownerMayHoldKeys = ROLE_PERMISSIONS[role].includes('api.access');
  if (owner_status !== 'active' || !ownerMayHoldKeys) throw AppError.unauthorized('api_key', 'revoked');
}

function principalOf(state: ApiKeyState, presented: PresentedApiKey): Principal {
  return {
    userId: state.owner_id,
    organizationId: state.organization_id,
    teamId: state.team_id,
    role: state.role,
    plan: state.plan,
    organizationVersion: state.organization_version,
    permissions: effectivePermissions(state, state.scopes),
    credential: { type: 'api_key', apiKeyId: state.id, presented, mfaMissing: state.mfa_missing },
    ...(state.account_id !== null && { sandbox: { accountId: state.account_id } }),
  };
}
