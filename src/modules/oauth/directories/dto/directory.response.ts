import { ApiProperty } from '@nestjs/swagger';
import type { Directory } from '../directory.repository.js';

export class DirectoryResponse {
  /** Base URL of SCIM 2.0, to enter at the directory. */
  @ApiProperty({ format: 'uri' })
  scim_url: string;
  service_account_id: string;
  /** Users whom the directory manages. */
  @ApiProperty({ type: 'integer' })
  user_count: number;
  @ApiProperty({ type: 'integer' })
  group_count: number;
  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  static from(
    { service_account_id, user_count, group_count, created_at }: Directory,
    scimUrl: string,
  ): DirectoryResponse {
    return { scim_url: scimUrl, service_account_id, user_count, group_count, created_at: created_at.toISOString() };
  }
}
