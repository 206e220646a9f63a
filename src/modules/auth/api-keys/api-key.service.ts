import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { effectivePermissions, type Principal } from '../../../common/auth/principal.js';
import { ROLE_PERMISSIONS, type Permission } from '../../../common/auth/permissions.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeyRepository } from './api-key.repository.js';

const KEY_FORMAT = /^amk_[A-Za-z0-9_-]{43}$/;
const PREFIX_CHARS = 12;

/** What a new key is to be: its owner's rights, narrowed to `scopes`. */
export interface NewApiKey {
  name: string;
  scopes: Permission[];
  expires_at?: string | null;
}

@Injectable()
export class ApiKeyService {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** The caller behind a key. @throws AppError UNAUTHORIZED (token_type api_key) */
  async authenticate(key: string): Promise<Principal> {
    const state = KEY_FORMAT.test(key) ? await this.apiKeys.findState(hashOf(key)) : null;
    if (!state) throw AppError.unauthorized('api_key', 'invalid');
    if (state.expires_at !== null && state.expires_at <= new Date()) {
      throw AppError.unauthorized('api_key', 'expired', { expired_at: state.expires_at.toISOString() });
    }
    const ownerMayHoldKeys = ROLE_PERMISSIONS[state.role].includes('api.access');
    if (state.owner_status !== 'active' || !ownerMayHoldKeys) throw AppError.unauthorized('api_key', 'revoked');
    if (state.stale) await this.apiKeys.touch(state.id);
    return {
      userId: state.owner_id,
      organizationId: state.organization_id,
      teamId: state.team_id,
      role: state.role,
      plan: state.plan,
      permissions: effectivePermissions(state.role, state.scopes),
      credential: { type: 'api_key', apiKeyId: state.id },
    };
  }

  /** The stored key and, this once, the key itself. @throws AppError INVALID_REQUEST for a scope beyond the caller's rights */
  async create(principal: Principal, request: NewApiKey): Promise<{ apiKey: ApiKey; key: string }> {
    const beyond = request.scopes.filter((scope) => !principal.permissions.has(scope));
    if (beyond.length > 0)
      throw AppError.invalid([
        { field: 'scopes', issue: `must not go beyond your own permissions: ${beyond.join(', ')}` },
      ]);
    const expiresAt = request.expires_at ? new Date(request.expires_at) : null;
    if (expiresAt && expiresAt <= new Date())
      throw AppError.invalid([{ field: 'expires_at', issue: 'must be in the future' }]);
    const { credential, userId, organizationId } = principal;
    if (credential.type === 'session')
      return this.createFor(userId, organizationId, request.name, request.scopes, expiresAt);
    // A key that leaked must not leave others behind: what it makes ends with it, by time or by revocation.
    const maker = await this.get(principal, credential.apiKeyId);
    const end = [expiresAt, maker.expires_at]
      .flatMap((date) => date ?? [])
      .sort((a, b) => a.getTime() - b.getTime())[0];
    return this.createFor(userId, organizationId, request.name, request.scopes, end ?? null, maker.id);
  }

  /** Without the checks of {@link create}: for the demonstration organizations and the command line. */
  async createFor(
    ownerId: string,
    organizationId: string,
    name: string,
    scopes: readonly Permission[],
    expiresAt: Date | null,
    createdWithId: string | null = null,
  ): Promise<{ apiKey: ApiKey; key: string }> {
    const key = `amk_${randomBytes(32).toString('base64url')}`;
    const apiKey: ApiKey = {
      id: newId('api_key'),
      organization_id: organizationId,
      owner_id: ownerId,
      created_with_id: createdWithId,
      name,
      prefix: key.slice(0, PREFIX_CHARS),
      key_hash: hashOf(key),
      scopes: [...new Set(scopes)],
      expires_at: expiresAt,
      last_used_at: null,
      created_at: new Date(),
    };
    await this.apiKeys.insert(apiKey);
    return { apiKey, key };
  }

  list(principal: Principal, query: PageQuery): Promise<Page<ApiKey>> {
    return this.paginator.page('api-keys', query, (afterId, rowCount) =>
      this.apiKeys.list(principal.userId, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<ApiKey> {
    const apiKey = await this.apiKeys.find(principal.userId, id);
    if (!apiKey) throw AppError.notFound('api_key');
    return apiKey;
  }

  /** Revokes the key: its next request is refused. @throws AppError NOT_FOUND */
  async revoke(principal: Principal, id: string): Promise<void> {
    if (!(await this.apiKeys.delete(principal.userId, id))) throw AppError.notFound('api_key');
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
