import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IsTimestamp } from '../../../../common/validation/date.decorators.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';

/** Filters of the list of publications. */
export class ListPublicationsQuery extends PageQuery {
  /** Prefix of the title or the number. */
  @IfPresent()
  @IsString()
  @Length(1, 200)
  q?: string;

  @ApiProperty({ type: String, format: 'date-time', required: false })
  @IfPresent()
  @IsTimestamp()
  updated_since?: string;
}
