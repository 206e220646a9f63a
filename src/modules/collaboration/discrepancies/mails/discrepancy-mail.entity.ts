import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Discrepancy } from '../../../documents/discrepancies/discrepancy.entity.js';
import { Organization } from '../../../users/organization.entity.js';
import { User } from '../../../users/user.entity.js';
import type { MailState } from '../dto/mail-states.js';

/** A mail with a report to its author. */
@Entity('discrepancy_mails')
@Check('ck_discrepancy_mails_state', `state IN ('queued', 'delivered', 'failed')`)
@Check('ck_discrepancy_mails_finished', `(state = 'queued') = (finished_at IS NULL)`)
@Index('ix_discrepancy_mails_report', ['discrepancy_id', 'id'])
@Index('ix_discrepancy_mails_organization', ['organization_id', 'created_at'])
@Index('ix_discrepancy_mails_sender', ['sent_by'])
@Index('ix_discrepancy_mails_queued', { synchronize: false })
export class DiscrepancyMail {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_discrepancy_mails' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_discrepancy_mails_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  @ForeignKey(() => Discrepancy, { name: 'fk_discrepancy_mails_discrepancy', onDelete: 'CASCADE' })
  discrepancy_id: string;

  @Column('text')
  recipient: string;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_discrepancy_mails_sender', onDelete: 'SET NULL' })
  sent_by: string | null;

  @Column('text')
  state: MailState;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finished_at: Date | null;

  /** Until then one process sends it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  claimed_until: Date | null;
}
