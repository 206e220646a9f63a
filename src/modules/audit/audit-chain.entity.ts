import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The head of a chain of events: where it ends, under a seal that only a holder of SECRET_KEY can make. */
@Entity('audit_chains')
export class AuditChain {
  /** Id of the organization, or `installation` for what belongs to none. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_audit_chains' })
  chain: string;

  @Column('bigint')
  last_sequence: number;

  @Column('bytea')
  last_hash: Buffer;

  @Column('bytea')
  seal: Buffer;
}
