import { ApiProperty } from '@nestjs/swagger';
import type { StandingAccess } from './standing-access.service.js';

/** An API key that stays active. */
export class StandingApiKeyResponse {
  id: string;
  name: string;
  /** First characters of the key, to recognize it. */
  prefix: string;
  /** Accurate to one minute. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

/** An application that keeps acting for the user. */
export class StandingGrantResponse {
  /** For `DELETE /oauth/grants/{id}`. */
  id: string;
  client_id: string;
  client_name: string;
  /** Accurate to one minute. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

/** What still acts for the user independently of sessions. */
export class StandingAccessResponse {
  /** Number of API keys just revoked, including keys created with them. */
  @ApiProperty({ type: 'integer' })
  revoked_api_keys: number;
  /** Newest first, at most 100. */
  api_keys: StandingApiKeyResponse[];
  /** Grants in sessions that are still open; the others ended with their sessions. */
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
