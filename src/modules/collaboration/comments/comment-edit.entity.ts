import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Comment, type Visibility } from './comment.entity.js';

/** An earlier body of a comment, with its visibility at that time. */
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

  /** Text written in private stays private when the comment is published. */
  @Column('text')
  visibility: Visibility;

  @Column({ type: 'timestamptz', precision: 3 })
  edited_at: Date;
}
