import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last event of a chain, sealed with SECRET_KEY. */
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
}
