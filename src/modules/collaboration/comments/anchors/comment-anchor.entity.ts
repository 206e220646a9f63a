import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Revision } from '../../../documents/revision.entity.js';
import { Comment } from '../comment.entity.js';

/** Location of a thread in another revision than its own. */
@Entity('comment_places')
@Check('ck_comment_places_page', 'page_number > 0')
@Check('ck_comment_places_offsets', 'num_nulls(start_offset, end_offset) IN (0, 2) AND start_offset < end_offset')
@Index('ix_comment_places_page', ['revision_id', 'page_number'])
export class CommentAnchor {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_comment_places' })
  @ForeignKey(() => Comment, { name: 'fk_comment_places_comment', onDelete: 'CASCADE' })
  comment_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_comment_places' })
  @ForeignKey(() => Revision, { name: 'fk_comment_places_revision', onDelete: 'CASCADE' })
  revision_id: string;

  @Column('integer')
  page_number: number;

  /** Offsets of the quote in the text of the page; null if only the page was located. */
  @Column('integer', { nullable: true })
  start_offset: number | null;

  @Column('integer', { nullable: true })
  end_offset: number | null;
}
