import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Revision } from '../../documents/revision.entity.js';

/** A revision to which comments of earlier ones are still to be carried; its row goes when all were looked at. */
@Entity('comment_carries')
export class CommentCarry {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_comment_carries' })
  @ForeignKey(() => Revision, { name: 'fk_comment_carries_revision', onDelete: 'CASCADE' })
  revision_id: string;

  /** The comment to go on with, in the order of ids; empty before the first. */
  @Column('text')
  from_id: string;

  /** One that was asked for since the last look at this row; from there on all is to be looked at again. */
  @Column('text', { nullable: true })
  late_id: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
