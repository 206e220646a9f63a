import { ApiProperty } from '@nestjs/swagger';
import type { Rectangle } from '@amks/reader/layout/rows/page-boxes.js';
import { withRowEtag } from '../../../../common/http/envelope.js';
import { RectangleResponse } from '../../../documents/dto/page.response.js';
import type { CommentEdit } from '../comment-edit.entity.js';
import { commentHtml } from '../comment-html.js';
import { VISIBILITIES, type Visibility } from '../comment.entity.js';
import type { CommentRow } from '../comment.repository.js';

export class PositionResponse {
  x: number;
  y: number;
}

/** Location of a thread in another revision than its own. */
export class CarriedToResponse {
  revision_id: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Offsets of the quote in the page's text; null if only the page was located, or the first comment was deleted. */
  @ApiProperty({ type: 'integer', nullable: true })
  start: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  end: number | null;
}

/** A comment, located in the current revision or, in lists, in the requested one. */
export class CommentResponse {
  id: string;
  document_id: string;
  /** The revision where the comment was made. */
  revision_id: string;
  /** The page of that revision. */
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** The author; null for a deleted comment or a removed account. */
  @ApiProperty({ type: String, nullable: true })
  user_id: string | null;
  /** Markdown, as written. */
  body: string;
  /** The body as sanitized HTML: p, br, em, strong, code, pre, ul, ol, li, blockquote and a. */
  body_html: string;
  @ApiProperty({ type: PositionResponse, nullable: true })
  position: PositionResponse | null;
  @ApiProperty({ type: String, nullable: true })
  quote: string | null;
  /**
   * Location of the quote on the requested page, one rectangle for each line; empty without a quote, or if locations are
   * unknown. Only in lists with `rectangles=true`.
   */
  @ApiProperty({ type: () => [RectangleResponse], required: false })
  rectangles?: Rectangle[];
  @ApiProperty({ enum: VISIBILITIES, enumName: 'CommentVisibility' })
  visibility: Visibility;
  @ApiProperty({ type: String, nullable: true })
  parent_id: string | null;
  mentions: string[];
  /** Whether the thread is resolved. */
  resolved: boolean;
  @ApiProperty({ type: String, nullable: true })
  resolved_by: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  resolved_at: string | null;
  /** The comment was made on another revision and could not be located in this one. */
  outdated: boolean;
  @ApiProperty({ type: CarriedToResponse, nullable: true })
  carried_to: CarriedToResponse | null;
  /** A deleted comment has no content. It is listed while it has replies. */
  deleted: boolean;
  /** Replies visible to the caller. */
  @ApiProperty({ type: 'integer' })
  reply_count: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  edited_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(comment: CommentRow & { rectangles?: Rectangle[] }): CommentResponse {
    const body: CommentResponse = {
      id: comment.id,
      document_id: comment.document_id,
      revision_id: comment.revision_id,
      page_number: comment.page_number,
      user_id: comment.user_id,
      body: comment.body,
      body_html: commentHtml(comment.body),
      position: comment.position,
      quote: comment.quote,
      ...(comment.rectangles && { rectangles: comment.rectangles }),
      visibility: comment.visibility,
      parent_id: comment.parent_id,
      mentions: comment.mentions,
      resolved: comment.resolved_at !== null,
      resolved_by: comment.resolved_by,
      resolved_at: comment.resolved_at?.toISOString() ?? null,
      outdated: comment.outdated,
      carried_to: comment.carried_to,
      deleted: comment.deleted_at !== null,
      reply_count: comment.reply_count,
      edited_at: comment.edited_at?.toISOString() ?? null,
      created_at: comment.created_at.toISOString(),
      updated_at: comment.updated_at.toISOString(),
    };
    return withRowEtag(body, comment.row_version);
  }
}

/** An earlier version of a comment. */
export class CommentEditResponse {
  body: string;
  body_html: string;
  /** When it was replaced. */
  @ApiProperty({ format: 'date-time' })
  edited_at: string;

  static from({ body, edited_at }: CommentEdit): CommentEditResponse {
    return { body, body_html: commentHtml(body), edited_at: edited_at.toISOString() };
  }
}
