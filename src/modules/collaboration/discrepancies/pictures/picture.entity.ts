import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Blob } from '../../../../integrations/storage/blob.entity.js';
import { Discrepancy } from '../../../documents/discrepancies/discrepancy.entity.js';
import { User } from '../../../users/user.entity.js';

/** A picture of a report. */
@Entity('discrepancy_pictures')
@Check('ck_discrepancy_pictures_type', `media_type IN ('image/png', 'image/jpeg')`)
@Index('ix_discrepancy_pictures_report', ['discrepancy_id', 'id'])
@Index('ix_discrepancy_pictures_content', ['content_sha256'])
@Index('ix_discrepancy_pictures_creator', ['created_by'])
export class DiscrepancyPicture {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_discrepancy_pictures' })
  id: string;

  @Column('text')
  @ForeignKey(() => Discrepancy, { name: 'fk_discrepancy_pictures_discrepancy', onDelete: 'CASCADE' })
  discrepancy_id: string;

  @Column('text')
  @ForeignKey(() => Blob, { name: 'fk_discrepancy_pictures_blob' })
  content_sha256: string;

  /** Bytes. */
  @Column('integer')
  size: number;

  @Column('text')
  media_type: string;

  @Column('text')
  file_name: string;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_discrepancy_pictures_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
