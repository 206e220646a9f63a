import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Organization } from '../../users/organization.entity.js';

/** The last change of a revision that affects search. The row outlives the revision, to report its deletion. */
@Entity('index_changes')
@Index('ix_index_changes_position', ['organization_id', 'position'])
export class IndexChange {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_index_changes' })
  @ForeignKey(() => Organization, { name: 'fk_index_changes_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_index_changes' })
  revision_id: string;

  /** Position of the change in the order of the organization's changes. */
  @Column('bigint')
  position: string;

  /** Position of the last change of its text, vectors or the document's title. */
  @Column('bigint')
  text_position: string;
}
