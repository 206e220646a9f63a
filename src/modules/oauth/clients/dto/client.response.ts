import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../../common/http/envelope.js';
import type { OAuthClient } from '../client.entity.js';
import type { MadeClient } from '../client.service.js';

export class ClientResponse {
  id: string;
  /** The OAuth client identifier, equal to `id`. */
  client_id: string;
  name: string;
  @ApiProperty({ enum: ['public', 'confidential'] })
  type: string;
  redirect_uris: string[];
  scopes: string[];
  first_party: boolean;
  /** When the secret replaced by the last rotation expires. Null without a rotation. */
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
  /** Secret of a confidential client; null for a public one. Only this response contains it. */
  @ApiProperty({ type: String, nullable: true })
  client_secret: string | null;

  static of({ client, secret }: MadeClient): CreatedClientResponse {
    return { ...ClientResponse.from(client), client_secret: secret };
  }
}
