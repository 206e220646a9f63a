import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { UserRemoved } from '../../users/user.events.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeyRevoked } from './api-key.events.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyTrail } from './api-key-trail.service.js';

/** Revokes keys together with every key created with them. */
@Injectable()
export class ApiKeyRevocation {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly trail: ApiKeyTrail,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {
    events.on(UserRemoved, async ({ user }) => void (await this.revokeAllOf(user.id, 'owner_removed')));
  }

  /** Returns the number of revoked keys, including keys created with them. */
  revokeAllOf(userId: string, reason: string): Promise<number> {
    return this.db.transaction(async () => this.revoke(await this.apiKeys.lockOwned(userId), reason));
  }

  /** The transaction must hold locks on `keys`. Returns as {@link revokeAllOf}. */
  async revoke(keys: readonly ApiKey[], reason: string | null): Promise<number> {
    const ids = keys.map(({ id }) => id);
    const madeWith = (await this.apiKeys.lockMadeWith(ids)).filter(({ id }) => !ids.includes(id));
    await this.apiKeys.delete(ids);
    for (const key of keys) await this.trail.record('revoked', key, {}, reason);
    for (const key of madeWith) await this.trail.record('revoked', key, {}, 'maker_revoked');
    for (const key of [...keys, ...madeWith]) await this.events.emit(new ApiKeyRevoked(key));
    return keys.length + madeWith.length;
  }
}
