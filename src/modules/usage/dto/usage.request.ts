import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { IsCalendarDate } from '../../../common/validation/date.decorators.js';

export const USAGE_GROUPS = ['day'] as const;

/** UTC days, both included. */
export class UsageQuery {
  @ApiProperty({ type: String, format: 'date', required: false, description: '29 days before `to` when left out' })
  @IfPresent()
  @IsCalendarDate()
  from?: string;

  @ApiProperty({ type: String, format: 'date', required: false, description: 'today when left out, or later' })
  @IfPresent()
  @IsCalendarDate()
  to?: string;

  @ApiProperty({ enum: USAGE_GROUPS, required: false })
  @IfPresent()
  @IsIn(USAGE_GROUPS)
  group_by?: (typeof USAGE_GROUPS)[number];
}
