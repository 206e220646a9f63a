import { ApiProperty } from '@nestjs/swagger';
import type { ApiKey } from '../api-key.entity.js';

export class ApiKeyResponse {
  id: string;
  name: string;
  /** First characters of the key, to recognise it by. */
  prefix: string;
  owner_id: string;
  scopes: string[];
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;
  /** Precise to the minute. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(apiKey: ApiKey): ApiKeyResponse {
    return {
      id: apiKey.id,
      name: apiKey.name,
      prefix: apiKey.prefix,
      owner_id: apiKey.owner_id,
      scopes: apiKey.scopes,
      expires_at: apiKey.expires_at?.toISOString() ?? null,
      last_used_at: apiKey.last_used_at?.toISOString() ?? null,
      created_at: apiKey.created_at.toISOString(),
    };
  }
}

export class CreatedApiKeyResponse extends ApiKeyResponse {
  /** The key itself. It is shown this once and cannot be had again. */
  key: string;
}
