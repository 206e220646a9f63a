import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfPresent } from '../validation/if-present.decorator.js';
import { wholeNumber } from '../validation/transforms.js';

/** Query parameters of every list. */
export class PageQuery {
  /** How many items at most. */
  @ApiProperty({ type: 'integer', required: false })
  @IfPresent()
  @Transform(wholeNumber)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  /** `pagination.next_cursor` of the page before. */
  @IfPresent()
  @IsString()
  @MaxLength(512)
  cursor?: string;
}
