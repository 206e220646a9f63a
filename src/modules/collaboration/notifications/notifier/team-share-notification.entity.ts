import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { DocumentShare } from '../../../documents/shares/document-share.entity.js';

/** A share with a team whose members are still to be notified. The row is deleted at the end. */
@Entity('share_news')
export class TeamShareNotification {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_share_news' })
  @ForeignKey(() => DocumentShare, { name: 'fk_share_news_share', onDelete: 'CASCADE' })
  share_id: string;

  /** Members who received a separate share in the same request. */
  @Column('text', { array: true })
  except_ids: string[];

  /** The last member notified, by id; null at the start. */
  @Column('text', { nullable: true })
  after_id: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
