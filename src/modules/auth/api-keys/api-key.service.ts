import { Injectable } from '@nestjs/common';
import type { Permission } from '../../../common/principal/permissions.js';
import type { Account, Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import { OrganizationPolicies } from '../../settings/organization-policies.service.js';
import { OrganizationChanges } from '../../users/organization-changes.service.js';
import { SessionService } from '../sessions/session.service.js';
import { ApiKeyAccess, type KeyOwner } from './api-key-access.js';
import { hashOfApiKey, makeApiKey, prefixOfApiKey } from './api-key-format.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeyCreated, ApiKeyRotated } from './api-key.events.js';
import { changedLimits, isWidened, narrowed, scopesBeyond, type ApiKeyLimits } from './api-key.policy.js';
import { ApiKeyRepository, type OwnedApiKey } from './api-key.repository.js';
import { ApiKeyRevocation } from './api-key-revocation.service.js';
import { canonicalCidrs, endOf, refuseScopes, requireCidrsWithin } from './api-key-terms.js';
import { ApiKeyTrail } from './api-key-trail.service.js';
import type { CreateApiKeyRequest, ListApiKeysQuery, UpdateApiKeyRequest } from './dto/api-key.request.js';

/** A stored key and its secret, which is not stored. */
export interface MadeApiKey {
  apiKey: ApiKey;
  key: string;
}

interface NewApiKey extends ApiKeyLimits {
  name: string;
  owner: Pick<KeyOwner, 'id' | 'organization_id'>;
  /** The key that creates this one, if any. */
  createdWithId: string | null;
}

/** Manages API keys. A key made with another key never exceeds it and is revoked with it, so a leaked key leaves nothing behind. */
@Injectable()
export class ApiKeyService {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly access: ApiKeyAccess,
    private readonly revocation: ApiKeyRevocation,
    private readonly trail: ApiKeyTrail,
    private readonly sessions: SessionService,
    private readonly policies: OrganizationPolicies,
    private readonly paginator: KeysetPaginator,
    private readonly changes: OrganizationChanges,
    private readonly db: Database,
    private readonly events: DomainEvents,
  ) {}

  /**
   * @throws AppError INVALID_REQUEST for scopes or addresses beyond the caller's, an expiry in the past or beyond
   * `api_key_max_days`, an owner that is not a service account of the organization; FORBIDDEN for `owner_id` without
   * administrator rights; UNAUTHORIZED (revoked) when the caller's session ends meanwhile
   */
  create(principal: Principal, request: CreateApiKeyRequest): Promise<MadeApiKey> {
    return this.changes.run(principal, 'api.access', async (caller) => {
      await this.sessions.holdOpen(caller);
      const owner = await this.access.ownerFor(caller, request.owner_id);
      const maker = await this.access.callingKey(caller);
      const key = {
        name: request.name,
        scopes: request.scopes,
        expires_at: endOf(request.expires_at ?? null, await this.maxDays(caller)),
        allowed_cidrs: canonicalCidrs(request.allowed_cidrs ?? null),
        owner,
        createdWithId: maker?.id ?? null,
      };
      refuseScopes(scopesBeyond(request.scopes, owner, caller, maker));
      requireCidrsWithin(key.allowed_cidrs, maker);
      const made = await this.insert(narrowed(key, maker), caller.sandbox !== undefined);
      await this.trail.tell(caller, 'api_key_created');
      return made;
    });
  }

  /** Skips the checks of {@link create}; maximum lifetime. For the demonstration organizations. */
  async createFor(
    ownerId: string,
    organizationId: string,
    name: string,
    scopes: readonly Permission[],
  ): Promise<MadeApiKey> {
    return this.insert({
      name,
      scopes: [...scopes],
      expires_at: endOf(null, await this.policies.apiKeyMaxDays(organizationId)),
      allowed_cidrs: null,
      owner: { id: ownerId, organization_id: organizationId },
      createdWithId: null,
    });
  }

  /** @throws AppError as {@link create} */
  async list(principal: Principal, query: ListApiKeysQuery): Promise<Page<ApiKey>> {
    const { id: ownerId } = await this.access.ownerFor(principal, query.owner_id);
    return this.paginator.page('api-keys', query, (afterId, rowCount) => this.apiKeys.list(ownerId, afterId, rowCount));
  }

  /** @throws AppError NOT_FOUND */
  get(principal: Principal, id: string): Promise<ApiKey> {
    return this.access.get(principal, id);
  }

  /**
   * @throws AppError NOT_FOUND, PRECONDITION_FAILED for a stale `ifMatch`, INVALID_REQUEST as {@link create}, FORBIDDEN when an API key
   * changes a key other than itself and its descendants
   */
  update(principal: Principal, id: string, request: UpdateApiKeyRequest, ifMatch: string | null): Promise<ApiKey> {
    return this.changes.run(principal, 'api.access', async (caller) => {
      await this.sessions.holdOpen(caller);
      const key = await this.access.lockForChange(caller, id);
      requireMatch(ifMatch, key.row_version);
      const limit = await this.access.limitOf(caller, key);
      const { name = key.name, scopes = key.scopes, expires_at, allowed_cidrs } = request;
      const wanted: OwnedApiKey = {
        ...key,
        name,
        scopes,
        expires_at: expires_at === undefined ? key.expires_at : endOf(expires_at, await this.maxDays(caller)),
        allowed_cidrs: allowed_cidrs === undefined ? key.allowed_cidrs : canonicalCidrs(allowed_cidrs),
      };
      if (request.scopes) refuseScopes(scopesBeyond(request.scopes, ownerOf(key), caller, limit));
      requireCidrsWithin(wanted.allowed_cidrs, limit);
      const changed = narrowed(wanted, limit);
      const limits = changedLimits(key, changed);
      const names = [...(name === key.name ? [] : ['name']), ...Object.keys(limits)];
      if (names.length === 0) return key;
      const updated = await this.apiKeys.update(changed);
      await this.trail.record('updated', updated, { changed: names, ...limits });
      await this.narrowMadeWith(updated);
      if (isWidened(key, changed)) await this.trail.tell(caller, 'api_key_widened');
      return updated;
    });
  }

  /** An older secret in its grace period stops working. @throws AppError NOT_FOUND, CONFLICT (expired), FORBIDDEN as {@link update} */
  rotate(principal: Principal, id: string, graceSeconds: number): Promise<MadeApiKey> {
    return this.changes.run(principal, 'api.access', async (caller) => {
      await this.sessions.holdOpen(caller);
      const { expires_at } = await this.access.lockForChange(caller, id);
      if (expires_at !== null && expires_at <= new Date()) {
        throw AppError.conflict('expired', 'The key has expired. Set a new expires_at first');
      }
      const key = makeApiKey(caller.sandbox !== undefined);
      const apiKey = await this.apiKeys.rotate(id, hashOfApiKey(key), prefixOfApiKey(key), graceSeconds);
      await this.trail.record('rotated', apiKey, { grace_period_seconds: graceSeconds });
      await this.events.emit(new ApiKeyRotated(apiKey));
      await this.trail.tell(caller, 'api_key_rotated');
      return { apiKey, key };
    });
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN as {@link update} */
  revoke(principal: Principal, id: string): Promise<void> {
    return this.changes.run(principal, 'api.access', async (caller) => {
      await this.revocation.revoke([await this.access.lockForChange(caller, id)], null);
    });
  }

  private maxDays({ organizationId }: Principal): Promise<number> {
    return this.policies.apiKeyMaxDays(organizationId);
  }

  private async insert(
    { name, owner, createdWithId, scopes, expires_at, allowed_cidrs }: NewApiKey,
    inSandbox = false,
  ): Promise<MadeApiKey> {
    const key = makeApiKey(inSandbox);
    const now = new Date();
    const apiKey: ApiKey = {
      id: newId('api_key'),
      organization_id: owner.organization_id,
      owner_id: owner.id,
      created_with_id: createdWithId,
      name,
      prefix: prefixOfApiKey(key),
      key_hash: hashOfApiKey(key),
      previous_key_hash: null,
      previous_expires_at: null,
      scopes: [...new Set(scopes)],
      expires_at,
      allowed_cidrs,
      last_used_at: null,
      last_refused_at: null,
      row_version: 1,
      created_at: now,
      updated_at: now,
    };
    await this.db.transaction(async () => {
      await this.apiKeys.insert(apiKey);
      await this.trail.record('created', apiKey, { scopes: apiKey.scopes, expires_at, allowed_cidrs });
      await this.events.emit(new ApiKeyCreated(apiKey));
    });
    return { apiKey, key };
  }

  private async narrowMadeWith(maker: ApiKey): Promise<void> {
    for (const key of await this.apiKeys.lockMadeWith([maker.id])) {
      const limited = narrowed(key, maker);
      const limits = changedLimits(key, limited);
      const changed = Object.keys(limits);
      if (changed.length === 0) continue;
      await this.apiKeys.update(limited);
      await this.trail.record('updated', key, { changed, ...limits }, 'maker_narrowed');
    }
  }
}

function ownerOf({ owner_role, owner_grants }: OwnedApiKey): Account {
  return { role: owner_role, grants: owner_grants };
}
