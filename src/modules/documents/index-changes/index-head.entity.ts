import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Organization } from '../../users/organization.entity.js';

/** State of an organization's library; created with its first document. */
@Entity('index_heads')
export class IndexHead {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_index_heads' })
  @ForeignKey(() => Organization, { name: 'fk_index_heads_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** Position of the last change: microseconds since 1970, or one more than the previous position. */
  @Column('bigint')
  position: string;

  /** Embedding model of the searched vectors. */
  @Column('text')
  model: string;

  @Column('integer')
  dimensions: number;
}
