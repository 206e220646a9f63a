import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a chain begins since its oldest events were removed: the last of those, under a seal like that of the head. */
@Entity('audit_anchors')
export class AuditAnchor {
  /** As that of the chain's head. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_audit_anchors' })
  chain: string;

  @Column('bigint')
  last_sequence: number;

  @Column('bytea')
  last_hash: Buffer;

  @Column('bytea')
  seal: Buffer;
}
