import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { DocumentShare } from '../../../documents/shares/document-share.entity.js';

/** A share with a team whose members are still to be told; its row goes when all were. */
@Entity('share_news')
export class ShareNews {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_share_news' })
  @ForeignKey(() => DocumentShare, { name: 'fk_share_news_share', onDelete: 'CASCADE' })
  share_id: string;

  /** Who is told of a share of their own that was given with this one. */
  @Column('text', { array: true })
  except_ids: string[];

  /** The last member who was told, in the order of ids; null before the first. */
  @Column('text', { nullable: true })
  after_id: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
