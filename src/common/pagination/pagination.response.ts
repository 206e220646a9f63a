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

  @ApiProperty({
    type: 'integer',
    description: 'Items over all pages. Counting stops at 100,000 unless the total is known',
  })
  total_count: number;

  @ApiProperty({ description: 'False when there are more items than `total_count`' })
  total_count_is_exact: boolean;
}
