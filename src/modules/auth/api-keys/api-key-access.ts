import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { UserService, type User } from '../../users/user.service.js';
import type { ApiKey } from './api-key.entity.js';
import { mayManageServiceAccounts, type ApiKeyLimits } from './api-key.policy.js';
import { ApiKeyRepository, type ApiKeyReach, type OwnedApiKey } from './api-key.repository.js';

export type KeyOwner = Pick<User, 'id' | 'organization_id' | 'role' | 'grants'>;

@Injectable()
export class ApiKeyAccess {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly users: UserService,
  ) {}

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<OwnedApiKey> {
    return required(await this.apiKeys.find(reachOf(principal), id));
  }

  /** Locks the key until the end of the transaction. @throws AppError NOT_FOUND, FORBIDDEN (session_required) */
  async lock(principal: Principal, id: string): Promise<OwnedApiKey> {
    refuseApplication(principal);
    return required(await this.apiKeys.lock(reachOf(principal), id));
  }

  /** The caller or the service account that an administrator names. @throws AppError FORBIDDEN (administrator_required), INVALID_REQUEST */
  async ownerFor(principal: Principal, id = principal.userId): Promise<KeyOwner> {
    const { userId, organizationId } = principal;
    if (id === userId) return this.users.get(userId);
    if (!mayManageServiceAccounts(principal)) {
      throw new AppError('FORBIDDEN', 'Only administrators can manage the API keys of service accounts', {
        reason: 'administrator_required',
      });
    }
    const owner = await this.users.find(id);
    if (owner?.organization_id === organizationId && owner.role === 'api_user') return owner;
    throw AppError.invalid([
      { field: 'owner_id', issue: 'must be a service account (role api_user) of the organization' },
    ]);
  }

  /** The request's key, locked; null for a session. @throws AppError FORBIDDEN (session_required) for OAuth clients */
  async callingKey(principal: Principal): Promise<ApiKey | null> {
    refuseApplication(principal);
    const { credential } = principal;
    if (credential.type !== 'api_key') return null;
    const key = await this.apiKeys.hold(credential.apiKeyId);
    if (!key) throw AppError.unauthorized('api_key', 'revoked');
    return key;
  }

  /** An API key can change only itself and its descendants. @throws AppError NOT_FOUND, FORBIDDEN (session_required) */
  async lockForChange(principal: Principal, id: string): Promise<OwnedApiKey> {
    const key = await this.lock(principal, id);
    const { credential } = principal;
    if (credential.type !== 'api_key' || credential.apiKeyId === id) return key;
    if (await this.apiKeys.isMadeWith(credential.apiKeyId, id)) return key;
    throw new AppError(
      'FORBIDDEN',
      'An API key can change only itself and keys created with it. Sign in to change others',
      {
        reason: 'session_required',
      },
    );
  }

  /** Limits of a change: those of the key's creator, or of the key itself when it changes itself. */
  async limitOf({ credential }: Principal, key: ApiKey): Promise<ApiKeyLimits | null> {
    if (credential.type === 'api_key' && credential.apiKeyId === key.id) return key;
    return key.created_with_id === null ? null : this.apiKeys.findMaker(key.created_with_id);
  }
}

function refuseApplication({ credential }: Principal): void {
  if (credential.type !== 'oauth') return;
  throw new AppError('FORBIDDEN', 'Applications cannot manage API keys. Sign in instead', {
    reason: 'session_required',
  });
}

function reachOf(principal: Principal): ApiKeyReach {
  const manages = mayManageServiceAccounts(principal);
  return { userId: principal.userId, serviceAccountsOf: manages ? principal.organizationId : null };
}

function required<T extends ApiKey>(apiKey: T | null): T {
  if (!apiKey) throw AppError.notFound('api_key');
  return apiKey;
}
