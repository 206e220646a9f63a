import { CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Document } from '../../../documents/document.entity.js';
import { User } from '../../../users/user.entity.js';

/** A user's request for notifications of new revisions. */
@Entity('document_watches')
@Index('ix_document_watches_document', ['document_id'])
export class DocumentWatch {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_document_watches' })
  @ForeignKey(() => User, { name: 'fk_document_watches_user', onDelete: 'CASCADE' })
  user_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_document_watches' })
  @ForeignKey(() => Document, { name: 'fk_document_watches_document', onDelete: 'CASCADE' })
  document_id: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
