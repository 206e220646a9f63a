import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsString, Length, Min } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { wholeNumber } from '../../../common/validation/transforms.js';

export class ApplicabilityQuery {
  /** Id of an aircraft of the register. */
  @IsString()
  @Length(1, 64)
  aircraft_id: string;
}

export class PageApplicabilityQuery extends ApplicabilityQuery {
  /** Default: the current revision. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  revision_id?: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    required: false,
    description:
      'Answer only for the passage at this offset in the text of the page, such as `start` of a citation. For a place in no passage, the answer is for the page',
  })
  @IfPresent()
  @Transform(wholeNumber)
  @IsInt()
  @Min(0)
  start?: number;
}
