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
import { trueOrFalse, wholeNumber } from '../../../../common/validation/transforms.js';
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

/** A point on the page, as fractions of its width and height from the upper left corner. */
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
  /** Physical page of the revision, counted from 1. Ignored for a reply, which has the page of its thread. */
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

  /** Text of the page, with at least three letters or digits. White space and hyphenation are ignored. */
  @ApiProperty({ minLength: 3, maxLength: MAX_QUOTE, required: false })
  @IfPresent()
  @IsString()
  @Length(3, MAX_QUOTE)
  @Matches(/^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){3}/u, { message: 'must hold three letters or figures' })
  quote?: string;

  /** Private comments are visible to their author only. Defaults to public; replies in a private thread are private. */
  @ApiProperty({ enum: VISIBILITIES, enumName: 'CommentVisibility', required: false })
  @IfPresent()
  @IsIn(VISIBILITIES)
  visibility?: Visibility;

  /** The comment to reply to. Replies to a reply belong to the same thread. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  parent_id?: string;

  /** Users to notify. Each must be able to see the comment. */
  @ApiProperty({ type: [String], maxItems: MAX_MENTIONS, required: false })
  @IfPresent()
  @IsMentions()
  mentions?: string[];

  /** The revision of the page; defaults to the current one. */
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
  /**
   * Comments located on this page of the revision; with `outdated=true`, outdated ones made on a page with this number.
   */
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

  /** Whether the thread is resolved. */
  @ApiProperty({ enum: STATES, required: false })
  @IfPresent()
  @IsIn(STATES)
  state?: 'open' | 'resolved';

  /** Whether the comment was made on another revision and could not be located in this one. */
  @ApiProperty({ type: Boolean, required: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  outdated?: boolean;

  /** Lists the replies to this comment only. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  parent_id?: string;

  /** Adds `rectangles` to each comment. Requires `page_number`. */
  @ApiProperty({ type: Boolean, required: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  rectangles?: boolean;

  /** The revision in which comments are located; defaults to the current one. Comments on all revisions are listed. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  revision_id?: string;
}
