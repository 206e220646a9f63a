import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Organization } from '../users/organization.entity.js';
import { User } from '../users/user.entity.js';
import { Assignment } from './assignment.entity.js';

/** What a person must sign, or has signed. A pending one ends with its assignment, whose status tells how. */
@Entity('acknowledgements')
@Check('ck_acknowledgements_status', `status IN ('pending', 'signed', 'withdrawn')`)
@Check(
  'ck_acknowledgements_signature',
  `num_nonnulls(signed_at, evidence) = CASE status WHEN 'signed' THEN 2 ELSE 0 END`,
)
@Unique('uq_acknowledgements_person', ['assignment_id', 'user_id'])
@Index('ix_acknowledgements_organization', ['organization_id'])
@Index('ix_acknowledgements_list', ['assignment_id', 'id'])
@Index('ix_acknowledgements_state', ['assignment_id', 'status', 'due_at'])
@Index('ix_acknowledgements_user', ['user_id', 'id'])
@Index('ix_acknowledgements_unnotified', { synchronize: false })
@Index('ix_acknowledgements_remind', { synchronize: false })
@Index('ix_acknowledgements_escalate', { synchronize: false })
export class Acknowledgement {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_acknowledgements' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_acknowledgements_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  @ForeignKey(() => Assignment, { name: 'fk_acknowledgements_assignment', onDelete: 'CASCADE' })
  assignment_id: string;

  /** The row of a removed account remains, without a name. */
  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_acknowledgements_user', onDelete: 'SET NULL' })
  user_id: string | null;

  @Column('text')
  status: 'pending' | 'signed' | 'withdrawn';

  /** For scope `changes`: the revision that the person knows, from which the changes count. */
  @Column('text', { nullable: true })
  from_revision_id: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  due_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  notified_at: Date | null;

  /** When the person is reminded; null once done. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  remind_at: Date | null;

  /** When it counts as overdue and is announced; null once done. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  escalate_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  signed_at: Date | null;

  /** Compact JWS (RFC 7515). */
  @Column('text', { nullable: true })
  evidence: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
