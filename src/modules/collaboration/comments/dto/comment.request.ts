import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { IsPlainText } from '../../../../common/validation/is-plain-text.js';
import { trueOrFalse } from '../../../../common/validation/true-or-false.js';
import { wholeNumber } from '../../../../common/validation/whole-number.js';
import { VISIBILITIES, type Visibility } from '../comment.entity.js';

export const MAX_BODY = 10_000;
export const MAX_QUOTE = 2_000;
export const MAX_MENTIONS = 20;
const LAST_PAGE = 9_999_999;

const STATES = ['open', 'resolved'] as const;

const IsMentions = (): PropertyDecorator => (target, key) => {
  IsArray()(target, key);
  ArrayMaxSize(MAX_MENTIONS)(target, key);
  ArrayUnique()(target, key);
  IsString({ each: true })(target, key);
  MaxLength(64, { each: true })(target, key);
};

/** A point of the page, from its upper left corner, in parts of its width and height. */
export class PositionRequest {
  @ApiProperty({ minimum: 0, maximum: 1 })
  @IsNumber()
  @Min(0)
  @Max(1)
  x: number;

  @ApiProperty({ minimum: 0, maximum: 1 })
  @IsNumber()
  @Min(0)
  @Max(1)
  y: number;
}

export class CreateCommentRequest {
  /** Physical page of the revision, counted from 1. A reply has its root's, whatever is said here. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  @IsInt()
  @Min(1)
  @Max(LAST_PAGE)
  page_number: number;

  /** Markdown: emphasis, code, lists, quotes and links. */
  @ApiProperty({ minLength: 1, maxLength: MAX_BODY })
  @IsPlainText(MAX_BODY)
  body: string;

  @ApiProperty({ type: () => PositionRequest, required: false })
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => PositionRequest)
  position?: PositionRequest;

  /** Text that stands on the page, but for white space and divided words; three letters or figures at least. */
  @ApiProperty({ minLength: 3, maxLength: MAX_QUOTE, required: false })
  @IfPresent()
  @IsString()
  @Length(3, MAX_QUOTE)
  @Matches(/^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){3}/u, { message: 'must hold three letters or figures' })
  quote?: string;

  /** Private ones are their author's alone. Public unless said otherwise; a reply in a private thread is private. */
  @ApiProperty({ enum: VISIBILITIES, enumName: 'CommentVisibility', required: false })
  @IfPresent()
  @IsIn(VISIBILITIES)
  visibility?: Visibility;

  /** The comment that this one answers. A reply to a reply belongs to the same thread. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  parent_id?: string;

  /** Users who are to be told of it; each must be able to see it. */
  @ApiProperty({ type: [String], maxItems: MAX_MENTIONS, required: false })
  @IfPresent()
  @IsMentions()
  mentions?: string[];

  /** The revision that it is made on; the current one unless said otherwise. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  revision_id?: string;
}

export class UpdateCommentRequest {
  @ApiProperty({ minLength: 1, maxLength: MAX_BODY, required: false })
  @IfPresent()
  @IsPlainText(MAX_BODY)
  body?: string;

  @ApiProperty({ enum: VISIBILITIES, enumName: 'CommentVisibility', required: false })
  @IfPresent()
  @IsIn(VISIBILITIES)
  visibility?: Visibility;

  @ApiProperty({ type: [String], maxItems: MAX_MENTIONS, required: false })
  @IfPresent()
  @IsMentions()
  mentions?: string[];
}

/** Filters of the list of comments. */
export class ListCommentsQuery extends PageQuery {
  /** Those that stand on this page of the revision that is looked at; with `outdated=true`, outdated ones that were made on a page of this number. */
  @ApiProperty({ type: 'integer', required: false })
  @IfPresent()
  @Transform(wholeNumber)
  @IsInt()
  @Min(1)
  @Max(LAST_PAGE)
  page_number?: number;

  /** The author. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  user_id?: string;

  /** Of the thread. */
  @ApiProperty({ enum: STATES, required: false })
  @IfPresent()
  @IsIn(STATES)
  state?: 'open' | 'resolved';

  /** Whether they were made on another revision and do not stand in the one looked at. */
  @ApiProperty({ type: Boolean, required: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  outdated?: boolean;

  /** Replies to this comment alone. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  parent_id?: string;

  /** The revision that is looked at; the current one unless said otherwise. Comments on all revisions are listed. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  revision_id?: string;
}
