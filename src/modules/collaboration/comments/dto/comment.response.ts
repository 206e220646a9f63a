import { ApiProperty } from '@nestjs/swagger';
import { withRowEtag } from '../../../../common/http/envelope.js';
import type { CommentEdit } from '../comment-edit.entity.js';
import { commentHtml } from '../comment-html.js';
import { VISIBILITIES, type Visibility } from '../comment.entity.js';
import type { CommentRow } from '../comment.repository.js';

export class PositionResponse {
  x: number;
  y: number;
}

/** Where a thread stands in a revision that it was not made on. */
export class CarriedToResponse {
  revision_id: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Offsets of its quote in the text of that page; null where the thread goes with its page, or its root was deleted. */
  @ApiProperty({ type: 'integer', nullable: true })
  start: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  end: number | null;
}

/** A comment as it stands in the current revision or, in lists, in the one that is looked at. */
export class CommentResponse {
  id: string;
  document_id: string;
  /** The revision that it was made on. */
  revision_id: string;
  /** The page of that revision. */
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** The author; null when it was deleted, and when nothing is left of the account. */
  @ApiProperty({ type: String, nullable: true })
  user_id: string | null;
  /** Markdown, as it was written. */
  body: string;
  /** The same as harmless HTML: p, br, em, strong, code, pre, ul, ol, li, blockquote and a. */
  body_html: string;
  @ApiProperty({ type: PositionResponse, nullable: true })
  position: PositionResponse | null;
  @ApiProperty({ type: String, nullable: true })
  quote: string | null;
  @ApiProperty({ enum: VISIBILITIES, enumName: 'CommentVisibility' })
  visibility: Visibility;
  @ApiProperty({ type: String, nullable: true })
  parent_id: string | null;
  mentions: string[];
  /** Whether the thread is settled. */
  resolved: boolean;
  @ApiProperty({ type: String, nullable: true })
  resolved_by: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  resolved_at: string | null;
  /** It was made on another revision, and was not found in this one. */
  outdated: boolean;
  @ApiProperty({ type: CarriedToResponse, nullable: true })
  carried_to: CarriedToResponse | null;
  /** It says nothing any more, and stays as long as there are replies to it. */
  deleted: boolean;
  /** Replies that the caller sees. */
  @ApiProperty({ type: 'integer' })
  reply_count: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  edited_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(comment: CommentRow): CommentResponse {
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

/** A body that a comment had before. */
export class CommentEditResponse {
  body: string;
  body_html: string;
  /** When another took its place. */
  @ApiProperty({ format: 'date-time' })
  edited_at: string;

  static from({ body, edited_at }: CommentEdit): CommentEditResponse {
    return { body, body_html: commentHtml(body), edited_at: edited_at.toISOString() };
  }
}
