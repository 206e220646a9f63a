import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Revision } from '../../../documents/revision.entity.js';

/** A revision in which comments are still to be located. The row is deleted at the end. */
@Entity('comment_carries')
export class CommentAnchoringProgress {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_comment_carries' })
  @ForeignKey(() => Revision, { name: 'fk_comment_carries_revision', onDelete: 'CASCADE' })
  revision_id: string;

  /** The comment to continue with, by id; empty at the start. */
  @Column('text')
  from_id: string;

  /** The lowest comment queued since the last batch; the job continues from there again. */
  @Column('text', { nullable: true })
  late_id: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
