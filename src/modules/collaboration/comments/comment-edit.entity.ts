import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Comment, type Visibility } from './comment.entity.js';

/** A body that a comment had until it was edited, and who saw it when that happened. */
@Entity('comment_edits')
@Check('ck_comment_edits_visibility', `visibility IN ('public', 'private')`)
export class CommentEdit {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_comment_edits' })
  @ForeignKey(() => Comment, { name: 'fk_comment_edits_comment', onDelete: 'CASCADE' })
  comment_id: string;

  /** Counted from 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_comment_edits' })
  number: number;

  @Column('text')
  body: string;

  /** Of the comment while it had this body: what was written in private stays so when the comment is published. */
  @Column('text')
  visibility: Visibility;

  /** When another body took its place. */
  @Column({ type: 'timestamptz', precision: 3 })
  edited_at: Date;
}
