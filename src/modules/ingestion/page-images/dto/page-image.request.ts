import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { wholeNumber } from '../../../../common/validation/whole-number.js';
import { RevisionQuery } from '../../../documents/dto/document.request.js';
import { IMAGE_FORMATS, type ImageFormat } from '../drawing-protocol.js';

const WIDTHS = { minimum: 100, maximum: 2400 };

/** How a page is to be drawn, and of which revision; of the current one when left out. */
export class PageImageQuery extends RevisionQuery {
  @ApiProperty({ enum: IMAGE_FORMATS, required: false, default: 'webp' })
  @IfPresent()
  @IsIn(IMAGE_FORMATS)
  format: ImageFormat = 'webp';

  @ApiProperty({
    type: 'integer',
    required: false,
    default: 1000,
    ...WIDTHS,
    description: 'Pixels. The image is narrower where it would have more than 12 million pixels',
  })
  @IfPresent()
  @Transform(wholeNumber)
  @IsInt()
  @Min(WIDTHS.minimum)
  @Max(WIDTHS.maximum)
  width: number = 1000;
}
