import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type, type TransformFnParams } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { IfNotEmpty, IfPresent } from '../../../common/validation/if-present.decorator.js';
import { upperCased, wholeNumber } from '../../../common/validation/transforms.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../documents/dto/document-types.js';
import type { SearchMode } from '../search.types.js';

const MODES = ['hybrid', 'keyword', 'semantic'] as const;

function eachUpperCased({ value }: TransformFnParams): unknown {
  return Array.isArray(value) ? value.map((item: unknown) => upperCased({ value: item })) : value;
}

/** An empty or missing filter matches everything. */
export class SearchFiltersRequest {
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType', isArray: true, required: false })
  @IfNotEmpty()
  @IsArray()
  @ArrayMaxSize(20)
  @IsIn(DOCUMENT_TYPES, { each: true })
  document_types?: DocumentType[];

  /**
   * A type matches its variants, and a variant its type: `TR46` matches `TR46-100`, and `TR46-100` matches `TR46` but
   * not `TR46-300`. Documents for every aircraft (`ALL`, `GENERAL`, …) always match.
   */
  @IfNotEmpty()
  @Transform(eachUpperCased)
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @Length(1, 50, { each: true })
  aircraft_types?: string[];

  /** `32` matches chapter 32, `32-11` that section. */
  @IfNotEmpty()
  @IsArray()
  @ArrayMaxSize(50)
  @Matches(/^\d{2}(-\d{2}(-\d{2})?)?$/, { each: true, message: 'must be ATA numbers such as 32, 32-11 or 32-11-00' })
  ata_chapters?: string[];

  @IfNotEmpty()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @Length(1, 64, { each: true })
  document_ids?: string[];

  /** Documents to which the current issue of this publication refers. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  publication_id?: string;

  /** Also search superseded revisions. Their hits have `superseded: true`. */
  @IfPresent()
  @IsBoolean()
  include_superseded?: boolean;
}

export class SearchDocumentsRequest {
  /** Words, a question, or an ATA, task, part or document number. */
  @IsString()
  @Length(1, 1000)
  @Matches(/\S/, { message: 'must not be blank' })
  query: string;

  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => SearchFiltersRequest)
  filters?: SearchFiltersRequest;

  /** Id of an aircraft of the register: what applies to it comes first, then what is unknown; what does not apply is left out. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  aircraft_id?: string;

  /** With `aircraft_id`: whether what does not apply is shown, last. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  include_not_applicable: boolean = false;

  @ApiProperty({ enum: MODES, required: false, default: 'hybrid' })
  @IfPresent()
  @IsIn(MODES)
  mode: SearchMode = 'hybrid';

  @ApiProperty({ type: 'integer', required: false })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 10;
}

export class SuggestQuery {
  /** The text typed so far. */
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
