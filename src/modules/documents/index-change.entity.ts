import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Organization } from '../users/organization.entity.js';

/** Where a revision last changed for those who search. It stays when the revision is deleted, and so tells of that. */
@Entity('index_changes')
@Index('ix_index_changes_position', ['organization_id', 'position'])
export class IndexChange {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_index_changes' })
  @ForeignKey(() => Organization, { name: 'fk_index_changes_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_index_changes' })
  revision_id: string;

  /** Of the change, among all of the organization's. */
  @Column('bigint')
  position: string;

  /** Of the last change of its words, its vectors or its document's title. */
  @Column('bigint')
  text_position: string;
}
