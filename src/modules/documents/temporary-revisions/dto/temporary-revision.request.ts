import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IsTimestamp } from '../../../../common/validation/date.decorators.js';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { oneLine } from '../../../../common/validation/transforms.js';
import {
  PAGE_ACTIONS,
  TEMPORARY_REVISION_STATUSES,
  type PageAction,
  type TemporaryRevisionStatus,
} from './temporary-revision-kinds.js';

export const MAX_PAGES = 200;
const LAST_PAGE = 9_999_999;

/** What happens to a page of the document. */
export class TemporaryPageRequest {
  /** `insert` puts pages after the page, `replace` puts them in its place, `cancel` removes it. */
  @ApiProperty({ enum: PAGE_ACTIONS, enumName: 'TemporaryRevisionAction' })
  @IsIn(PAGE_ACTIONS)
  action: PageAction;

  /** Physical page of the document's current revision, counted from 1. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  @IsInt()
  @Min(1)
  @Max(LAST_PAGE)
  page_number: number;

  /** Physical pages of the current revision of the overlay document. Required for `insert` and `replace`; none for `cancel`. */
  @ApiProperty({ type: 'integer', isArray: true, minItems: 0, maxItems: MAX_PAGES, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MAX_PAGES)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LAST_PAGE, { each: true })
  overlay_pages?: number[];
}

export class CreateTemporaryRevisionRequest {
  /** The publisher's number, such as `TR 32-114`. */
  @ApiProperty({ minLength: 1, maxLength: 100 })
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  number: string;

  /** The document with the pages of the temporary revision. You must be able to manage it. */
  @IsString()
  @MaxLength(64)
  overlay_document_id: string;

  /** From when it changes the pages. */
  @ApiProperty({ format: 'date-time' })
  @IsTimestamp()
  effective_from: string;

  /** When it expires; without one, when it is incorporated or withdrawn. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, required: false })
  @IfPresentOrNull()
  @IsTimestamp()
  effective_until?: string | null;

  /** Each page can be changed once. */
  @ApiProperty({ type: [TemporaryPageRequest], minItems: 1, maxItems: MAX_PAGES })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_PAGES)
  @ValidateNested({ each: true })
  @Type(() => TemporaryPageRequest)
  pages: TemporaryPageRequest[];

  /** The temporary revision of the same document that ends when this one takes effect. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  supersedes_id?: string;
}

/** Missing fields stay unchanged. */
export class UpdateTemporaryRevisionRequest {
  @ApiProperty({ minLength: 1, maxLength: 100, required: false })
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  number?: string;

  @ApiProperty({ type: String, format: 'date-time', required: false })
  @IfPresent()
  @IsTimestamp()
  effective_from?: string;

  /** A time in the past ends it at once. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, required: false })
  @IfPresentOrNull()
  @IsTimestamp()
  effective_until?: string | null;

  /** Replaces the pages, and confirms that it applies to the current revision of the document. */
  @ApiProperty({ type: [TemporaryPageRequest], minItems: 1, maxItems: MAX_PAGES, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_PAGES)
  @ValidateNested({ each: true })
  @Type(() => TemporaryPageRequest)
  pages?: TemporaryPageRequest[];

  /** The later revision of the document that contains its changes; a draft ends it with its activation. Null if none does. */
  @ApiProperty({ type: String, maxLength: 64, nullable: true, required: false })
  @IfPresentOrNull()
  @IsString()
  @MaxLength(64)
  incorporated_by_revision_id?: string | null;
}

export class ListTemporaryRevisionsQuery extends PageQuery {
  @ApiProperty({ enum: TEMPORARY_REVISION_STATUSES, enumName: 'TemporaryRevisionStatus', required: false })
  @IfPresent()
  @IsIn(TEMPORARY_REVISION_STATUSES)
  status?: TemporaryRevisionStatus;
}
