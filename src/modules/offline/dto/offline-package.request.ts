import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { oneLine } from '../../../common/validation/transforms.js';

export const MAX_DOCUMENTS = 100;
export const MAX_AIRCRAFT = 20;
const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;

export class CreateOfflinePackageRequest {
  /** Documents, whose current revisions are packed. */
  @ApiProperty({ type: [String], minItems: 1, maxItems: MAX_DOCUMENTS, uniqueItems: true })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_DOCUMENTS)
  @ArrayUnique()
  @IsString({ each: true })
  @Length(1, 64, { each: true })
  document_ids: string[];

  /** Aircraft of the register for which each page is marked. */
  @ApiProperty({ type: [String], required: false, maxItems: MAX_AIRCRAFT, uniqueItems: true })
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MAX_AIRCRAFT)
  @ArrayUnique()
  @IsString({ each: true })
  @Length(1, 64, { each: true })
  aircraft_ids?: string[];

  /** Whether documents that apply to none of the aircraft are packed. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  include_not_applicable: boolean = false;

  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 200)
  title?: string;

  /** Days until every page says that the package is expired. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_DAYS, required: false, default: DEFAULT_DAYS })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(MAX_DAYS)
  valid_days: number = DEFAULT_DAYS;

  /** An own package that the device has: the new one contains only files that differ, for `amk offline apply`. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  base_package_id?: string;
}
