import { ApiProperty } from '@nestjs/swagger';
import type { Pagination } from './page.js';

/** `pagination` of a list response (spec 2.8). */
export class PaginationResponse implements Pagination {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Give it as `cursor` to get the next page; null on the last',
  })
  next_cursor: string | null;

  @ApiProperty()
  has_more: boolean;

  @ApiProperty({ type: 'integer', description: 'Items over all pages' })
  total_count: number;
}
