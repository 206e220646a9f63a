import { Injectable } from '@nestjs/common';
import { ApiKeyRevocation } from './api-keys/api-key-revocation.service.js';
import type { ApiKey } from './api-keys/api-key.entity.js';
import { ApiKeyRepository } from './api-keys/api-key.repository.js';
import { OAuthBearers, type ActiveGrant } from './tokens/oauth-bearers.service.js';

/** Keys that are listed at most. */
const LISTED_KEYS = 100;

/** What acts for a user without a session of their own, and how many keys just ended. */
export interface StandingAccess {
  revokedApiKeys: number;
  /** Newest first, {@link LISTED_KEYS} at most. */
  apiKeys: ApiKey[];
  /** In sessions that are still open. */
  grants: ActiveGrant[];
}

/** What outlasts a change of the password and the end of sessions. Called in the transaction of either, after the sessions have ended. */
@Injectable()
export class StandingAccessService {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly revocation: ApiKeyRevocation,
    private readonly oauth: OAuthBearers,
  ) {}

  /** Revokes the user's API keys where that is wanted, for `reason`, and answers what is left. */
  async settle(userId: string, revokeKeys: boolean, reason: string): Promise<StandingAccess> {
    return {
      revokedApiKeys: revokeKeys ? await this.revocation.revokeAllOf(userId, reason) : 0,
      apiKeys: await this.apiKeys.listWorking(userId, LISTED_KEYS),
      grants: await this.oauth.listActive(userId),
    };
  }
}
