import { ApiProperty } from '@nestjs/swagger';
import type { ListedConsent } from '../consent.repository.js';

export class GrantClientResponse {
  /** Its `client_id`. */
  id: string;
  name: string;
  /** Whether it is the organization's own, for which nobody is asked. */
  first_party: boolean;
}

export class GrantResponse {
  id: string;
  client: GrantClientResponse;
  /** What the client may do, as far as your role may. */
  scopes: string[];
  /** Ids of your open sessions in which the client is in use, newest first. */
  sessions: string[];
  /** Precise to the minute. */
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
