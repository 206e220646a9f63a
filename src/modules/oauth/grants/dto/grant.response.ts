import { ApiProperty } from '@nestjs/swagger';
import type { ListedGrant } from '../grant.repository.js';

export class GrantClientResponse {
  /** Its `client_id`. */
  id: string;
  name: string;
  /** Whether it is the organization's own. */
  first_party: boolean;
}

export class GrantResponse {
  id: string;
  client: GrantClientResponse;
  /** What the client may do, as far as your role may. */
  scopes: string[];
  /** The session in which it was given, and with which it ends. */
  session_id: string;
  /** Precise to the minute. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(grant: ListedGrant): GrantResponse {
    return {
      id: grant.id,
      client: { id: grant.client_id, name: grant.client_name, first_party: grant.first_party },
      scopes: grant.scopes,
      session_id: grant.session_id,
      last_used_at: grant.last_used_at?.toISOString() ?? null,
      created_at: grant.created_at.toISOString(),
    };
  }
}
