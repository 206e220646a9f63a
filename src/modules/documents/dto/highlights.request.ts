import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsString, Length, Min } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { wholeNumber } from '../../../common/validation/transforms.js';
import { RevisionQuery } from './document.request.js';

/** Text to highlight on a page: a range of offsets, as in a citation, or a quote. */
export class HighlightsQuery extends RevisionQuery {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    required: false,
    description: 'Offset of the first character in the text of the page, in UTF-16 code units',
  })
  @IfPresent()
  @Transform(wholeNumber)
  @IsInt()
  @Min(0)
  start?: number;

  @ApiProperty({ type: 'integer', minimum: 1, required: false, description: 'Offset after the last' })
  @IfPresent()
  @Transform(wholeNumber)
  @IsInt()
  @Min(1)
  end?: number;

  /** Verbatim text of the page, instead of `start` and `end`. All occurrences are highlighted. */
  @IfPresent()
  @IsString()
  @Length(1, 2_000)
  quote?: string;
}
