import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { wholeNumber } from '../../../../common/validation/transforms.js';
import { RevisionQuery } from '../../../documents/dto/document.request.js';
import { IMAGE_FORMATS, type ImageFormat } from '@amks/reader/drawing/drawing-protocol.js';

const WIDTHS = { minimum: 100, maximum: 2400 };

/** Size and format of the image, and the revision; defaults to the current one. */
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
