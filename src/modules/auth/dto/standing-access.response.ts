import { ApiProperty } from '@nestjs/swagger';
import type { StandingAccess } from '../standing-access.service.js';

/** An API key that goes on working. */
export class StandingApiKeyResponse {
  id: string;
  name: string;
  /** First characters of the key, to recognize it by. */
  prefix: string;
  /** Precise to the minute. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

/** An application that goes on acting for the user. */
export class StandingGrantResponse {
  /** For `DELETE /oauth/grants/{id}`. */
  id: string;
  client_id: string;
  client_name: string;
  /** Precise to the minute. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

/** What still acts for the user, other than in person. */
export class StandingAccessResponse {
  /** How many API keys were just revoked, those made with one of them included. */
  @ApiProperty({ type: 'integer' })
  revoked_api_keys: number;
  /** Newest first, 100 at most. */
  api_keys: StandingApiKeyResponse[];
  /** In sessions that are still open: the others ended with theirs. */
  oauth_grants: StandingGrantResponse[];

  static from({ revokedApiKeys, apiKeys, grants }: StandingAccess): StandingAccessResponse {
    return {
      revoked_api_keys: revokedApiKeys,
      api_keys: apiKeys.map(({ id, name, prefix, last_used_at }) => ({
        ...{ id, name, prefix },
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
      oauth_grants: grants.map(({ id, client_id, client_name, last_used_at }) => ({
        ...{ id, client_id, client_name },
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
    };
  }
}
