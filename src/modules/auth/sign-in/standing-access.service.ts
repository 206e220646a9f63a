import { Injectable } from '@nestjs/common';
import { ApiKeyRevocation } from '../api-keys/api-key-revocation.service.js';
import type { ApiKey } from '../api-keys/api-key.entity.js';
import { ApiKeyRepository } from '../api-keys/api-key.repository.js';
import { OAuthBearers, type ActiveGrant } from '../tokens/oauth-bearers.service.js';

const LISTED_KEYS = 100;

/** API keys and grants that act for a user, and the number of keys just revoked. */
export interface StandingAccess {
  revokedApiKeys: number;
  apiKeys: ApiKey[];
  /** In open sessions only. */
  grants: ActiveGrant[];
}

/** What outlasts a password change or the end of sessions. Call in the same transaction, after the sessions have ended. */
@Injectable()
export class StandingAccessService {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly revocation: ApiKeyRevocation,
    private readonly oauth: OAuthBearers,
  ) {}

  /** Revokes the user's API keys if `revokeKeys`, and returns what is left. */
  async settle(userId: string, revokeKeys: boolean, reason: string): Promise<StandingAccess> {
    return {
      revokedApiKeys: revokeKeys ? await this.revocation.revokeAllOf(userId, reason) : 0,
      apiKeys: await this.apiKeys.listWorking(userId, LISTED_KEYS),
      grants: await this.oauth.listActive(userId),
    };
  }
}
