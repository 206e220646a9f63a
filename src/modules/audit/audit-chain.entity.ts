import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last event of a chain and the root of its Merkle tree, both sealed with SECRET_KEY. Nodes of release 0.2.0 know the event only. */
@Entity('audit_chains')
export class AuditChain {
  /** Id of the organization, or `installation`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_audit_chains' })
  chain: string;

  @Column('bigint')
  last_sequence: number;

  @Column('bytea')
  last_hash: Buffer;

  @Column('bytea')
  seal: Buffer;

  /** Number of the event before the first one in the Merkle tree. Null before the first batch, like the rest of the tree. */
  @Column('bigint', { nullable: true })
  tree_start: number | null;

  /** Events in the tree, from `tree_start + 1`. */
  @Column('bigint', { nullable: true })
  tree_size: number | null;

  @Column('bytea', { nullable: true })
  tree_root: Buffer | null;

  @Column('bytea', { nullable: true })
  tree_seal: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  sealed_at: Date | null;
}
