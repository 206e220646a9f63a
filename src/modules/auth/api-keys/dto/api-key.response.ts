import { ApiProperty } from '@nestjs/swagger';
import { withRowEtag } from '../../../../common/http/envelope.js';
import type { ApiKey } from '../api-key.entity.js';
import type { MadeApiKey } from '../api-key.service.js';

export class ApiKeyResponse {
  id: string;
  name: string;
  /** First characters of the key, to recognize it. */
  prefix: string;
  owner_id: string;
  scopes: string[];
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;
  /** Addresses that the key can be used from, in CIDR notation. Null allows any address. */
  @ApiProperty({ type: [String], nullable: true })
  allowed_cidrs: string[] | null;
  /** When the key replaced by the last rotation expires. Null without a rotation. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  previous_expires_at: string | null;
  /** Accurate to one minute. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(apiKey: ApiKey): ApiKeyResponse {
    return withRowEtag(
      {
        id: apiKey.id,
        name: apiKey.name,
        prefix: apiKey.prefix,
        owner_id: apiKey.owner_id,
        scopes: apiKey.scopes,
        expires_at: apiKey.expires_at?.toISOString() ?? null,
        allowed_cidrs: apiKey.allowed_cidrs,
        previous_expires_at: apiKey.previous_expires_at?.toISOString() ?? null,
        last_used_at: apiKey.last_used_at?.toISOString() ?? null,
        created_at: apiKey.created_at.toISOString(),
        updated_at: apiKey.updated_at.toISOString(),
      },
      apiKey.row_version,
    );
  }
}

export class CreatedApiKeyResponse extends ApiKeyResponse {
  /** The key. Only this response contains it. */
  key: string;

  static of({ apiKey, key }: MadeApiKey): CreatedApiKeyResponse {
    return withRowEtag({ ...ApiKeyResponse.from(apiKey), key }, apiKey.row_version);
  }
}
