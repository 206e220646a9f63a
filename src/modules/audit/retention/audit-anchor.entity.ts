import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last deleted event of a chain, sealed like the head. */
@Entity('audit_anchors')
export class AuditAnchor {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_audit_anchors' })
  chain: string;

  @Column('bigint')
  last_sequence: number;

  @Column('bytea')
  last_hash: Buffer;

  @Column('bytea')
  seal: Buffer;
}
