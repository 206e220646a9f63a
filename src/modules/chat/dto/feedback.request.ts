import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsString, Length, Matches, MaxLength } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { oneLine } from '../../../common/validation/transforms.js';
import { RATINGS, type Rating } from '../feedback/message-feedback.entity.js';

export class PutFeedbackRequest {
  @ApiProperty({ enum: RATINGS })
  @IsIn(RATINGS)
  rating: Rating;

  /** Short reason by which feedback is counted: `incorrect`, `incomplete`, `wrong_document`, `outdated`, … */
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  reason?: string;

  @IfPresent()
  @IsString()
  @MaxLength(2000)
  @Matches(/\S/, { message: 'must not be blank' })
  comment?: string;
}
