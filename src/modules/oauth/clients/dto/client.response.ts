import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../../common/http/envelope.js';
import type { OAuthClient } from '../client.entity.js';
import type { MadeClient } from '../client.service.js';

export class ClientResponse {
  id: string;
  /** What the client calls itself by: the same as `id`. */
  client_id: string;
  name: string;
  @ApiProperty({ enum: ['public', 'confidential'] })
  type: string;
  redirect_uris: string[];
  scopes: string[];
  first_party: boolean;
  /** Until when the secret that the last rotation replaced works; null when there was no rotation. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  previous_expires_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(client: OAuthClient): ClientResponse {
    return withEtag(
      {
        id: client.id,
        client_id: client.id,
        name: client.name,
        type: client.type,
        redirect_uris: client.redirect_uris,
        scopes: client.scopes,
        first_party: client.first_party,
        previous_expires_at: client.previous_expires_at?.toISOString() ?? null,
        created_at: client.created_at.toISOString(),
        updated_at: client.updated_at.toISOString(),
      },
      client.row_version,
    );
  }
}

export class CreatedClientResponse extends ClientResponse {
  /** The secret of a confidential client; null for a public one. It is shown this once and cannot be had again. */
  @ApiProperty({ type: String, nullable: true })
  client_secret: string | null;

  static of({ client, secret }: MadeClient): CreatedClientResponse {
    return { ...ClientResponse.from(client), client_secret: secret };
  }
}
