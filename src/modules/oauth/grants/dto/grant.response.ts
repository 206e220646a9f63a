import { ApiProperty } from '@nestjs/swagger';
import type { ListedConsent } from '../consent.repository.js';

export class GrantClientResponse {
  /** The application's `client_id`. */
  id: string;
  name: string;
  /** Whether it is a first-party application, for which consent is not requested. */
  first_party: boolean;
}

export class GrantResponse {
  id: string;
  client: GrantClientResponse;
  /** What the application can do, within the limits of your role. */
  scopes: string[];
  /** Ids of your open sessions that use the application, newest first. */
  sessions: string[];
  /** Accurate to one minute. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(consent: ListedConsent): GrantResponse {
    return {
      id: consent.id,
      client: { id: consent.client_id, name: consent.client_name, first_party: consent.first_party },
      scopes: consent.scopes,
      sessions: consent.sessions,
      last_used_at: consent.last_used_at?.toISOString() ?? null,
      created_at: consent.created_at.toISOString(),
    };
  }
}
