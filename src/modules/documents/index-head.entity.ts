import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Organization } from '../users/organization.entity.js';

/** How far an organization's library has come; there is none before its first document. */
@Entity('index_heads')
export class IndexHead {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_index_heads' })
  @ForeignKey(() => Organization, { name: 'fk_index_heads_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** Of the last change. Microseconds since 1970, or one more than the last where changes come faster than that. */
  @Column('bigint')
  position: string;

  /** The embedding model whose vectors are searched. */
  @Column('text')
  model: string;

  /** Numbers of one of its vectors. */
  @Column('integer')
  dimensions: number;
}
