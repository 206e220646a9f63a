import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Revision } from '../../documents/revision.entity.js';
import { Comment } from './comment.entity.js';

/** Where a thread stands in a revision that it was not made on. */
@Entity('comment_places')
@Check('ck_comment_places_page', 'page_number > 0')
@Check('ck_comment_places_offsets', 'num_nulls(start_offset, end_offset) IN (0, 2) AND start_offset < end_offset')
@Index('ix_comment_places_page', ['revision_id', 'page_number'])
export class CommentPlace {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_comment_places' })
  @ForeignKey(() => Comment, { name: 'fk_comment_places_comment', onDelete: 'CASCADE' })
  comment_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_comment_places' })
  @ForeignKey(() => Revision, { name: 'fk_comment_places_revision', onDelete: 'CASCADE' })
  revision_id: string;

  @Column('integer')
  page_number: number;

  /** Offsets of its quote in the text of the page; null where it goes with its page. */
  @Column('integer', { nullable: true })
  start_offset: number | null;

  @Column('integer', { nullable: true })
  end_offset: number | null;
}
