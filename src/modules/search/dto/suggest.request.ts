import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsString, Length, Max, Min } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { wholeNumber } from '../../../common/validation/whole-number.js';

export class SuggestQuery {
  /** What was typed so far. */
  @IsString()
  @Length(1, 100)
  q: string;

  @ApiProperty({ type: 'integer', required: false })
  @IfPresent()
  @Transform(wholeNumber)
  @IsInt()
  @Min(1)
  @Max(20)
  limit: number = 8;
}
