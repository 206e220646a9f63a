import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { Organization } from '../../users/organization.entity.js';
import { User } from '../../users/user.entity.js';
import { Document } from '../document.entity.js';
import { Revision } from '../revision.entity.js';
import type {
  DiscrepancyKind,
  DiscrepancySeverity,
  DiscrepancyStatus,
  SendingChannel,
} from './dto/discrepancy-kinds.js';

/** A report that a page is inaccurate, incomplete or ambiguous. It belongs to the revision where it was raised. */
@Entity('discrepancies')
@Check('ck_discrepancies_page', 'page_number > 0')
@Check('ck_discrepancies_kind', `kind IN ('inaccurate', 'incomplete', 'ambiguous')`)
@Check('ck_discrepancies_severity', `severity IN ('critical', 'major', 'minor')`)
@Check('ck_discrepancies_status', `status IN ('reported', 'sent', 'answered', 'closed', 'rejected', 'withdrawn')`)
@Check('ck_discrepancies_channel', `channel IN ('mail', 'form', 'webhook')`)
@Check('ck_discrepancies_sent', 'num_nulls(sent_at, channel) IN (0, 2)')
@Check('ck_discrepancies_answered', 'num_nulls(answer, answered_at) IN (0, 2)')
@Check('ck_discrepancies_ended', `(status IN ('closed', 'rejected', 'withdrawn')) = (ended_at IS NOT NULL)`)
@Check('ck_discrepancies_closing', `status <> 'closed' OR closed_by_revision_id IS NOT NULL`)
@Check('ck_discrepancies_rejection', `(status = 'rejected') = (rejection_reason IS NOT NULL)`)
@Check(
  'ck_discrepancies_instruction',
  `num_nulls(instruction, instruction_proposed_by, instruction_proposed_at, instruction_approved_by, instruction_approved_at) IN (0, 5)`,
)
@Check('ck_discrepancies_two_people', 'instruction_approved_by <> instruction_proposed_by')
@Check(
  'ck_discrepancies_proposal',
  `num_nulls(proposal_by, proposal_at) IN (0, 2) AND (proposal_at IS NOT NULL OR proposal IS NULL)
   AND (proposal_at IS NULL OR num_nonnulls(proposal, instruction) > 0)`,
)
@Index('ix_discrepancies_organization', ['organization_id', 'id'])
@Index('ix_discrepancies_document', ['document_id', 'id'])
@Index('ix_discrepancies_open', { synchronize: false })
@Index('ix_discrepancies_revision', ['revision_id'])
@Index('ix_discrepancies_reporter', ['reported_by'])
export class Discrepancy {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_discrepancies' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_discrepancies_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  @ForeignKey(() => Document, { name: 'fk_discrepancies_document', onDelete: 'CASCADE' })
  document_id: string;

  @Column('text')
  @ForeignKey(() => Revision, { name: 'fk_discrepancies_revision', onDelete: 'CASCADE' })
  revision_id: string;

  @Column('integer')
  page_number: number;

  /** Text of the page, as the reporter marked it. */
  @Column('text')
  quote: string;

  @Column('text')
  kind: DiscrepancyKind;

  @Column('text')
  severity: DiscrepancySeverity;

  @Column('text')
  description: string;

  @Column('text')
  status: DiscrepancyStatus;

  /** Null after the account's row was deleted. */
  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_discrepancies_reporter', onDelete: 'SET NULL' })
  reported_by: string | null;

  /** `YYYY-MM-DD`; overdue from the next day on, UTC. */
  @Column('date')
  due_on: string;

  /** The due date that passed when managers were last notified of it. */
  @Column('date', { nullable: true })
  overdue_noted_for: string | null;

  /** Mail address of the author. */
  @Column('text', { nullable: true })
  contact: string | null;

  /** The author's number of the report. */
  @Column('text', { nullable: true })
  author_reference: string | null;

  /** When the report was last sent. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  sent_at: Date | null;

  @Column('text', { nullable: true })
  channel: SendingChannel | null;

  @Column('text', { nullable: true })
  answer: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  answered_at: Date | null;

  /** When it was closed, rejected or withdrawn. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  ended_at: Date | null;

  /** A user id without a foreign key: the record outlives the account. */
  @Column('text', { nullable: true })
  ended_by: string | null;

  /** A revision id without a foreign key. */
  @Column('text', { nullable: true })
  closed_by_revision_id: string | null;

  @Column('text', { nullable: true })
  rejection_reason: string | null;

  /** What to do until the data is corrected, as two people gave it. */
  @Column('text', { nullable: true })
  instruction: string | null;

  /** User ids without foreign keys: who proposed and approved stays known. */
  @Column('text', { nullable: true })
  instruction_proposed_by: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  instruction_proposed_at: Date | null;

  @Column('text', { nullable: true })
  instruction_approved_by: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  instruction_approved_at: Date | null;

  /** The instruction that awaits approval; null with `proposal_at` set: its removal. */
  @Column('text', { nullable: true })
  proposal: string | null;

  @Column('text', { nullable: true })
  proposal_by: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  proposal_at: Date | null;

  /** Grows with each proposal, so that an approval names the text that was read. */
  @Column('integer', { default: 0 })
  proposal_version: number;

  /** The last revision in which the quote was sought, an id without a foreign key. */
  @Column('text', { nullable: true })
  sought_revision_id: string | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

/** A page of a revision on which the quote of a report stands: where it was raised, and in later revisions. */
@Entity('discrepancy_places')
@Check('ck_discrepancy_places_page', 'page_number > 0')
@Check('ck_discrepancy_places_offsets', 'num_nulls(start_offset, end_offset) IN (0, 2) AND start_offset < end_offset')
@Index('ix_discrepancy_places_page', ['revision_id', 'page_number'])
export class DiscrepancyPlace {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_discrepancy_places' })
  @ForeignKey(() => Discrepancy, { name: 'fk_discrepancy_places_discrepancy', onDelete: 'CASCADE' })
  discrepancy_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_discrepancy_places' })
  @ForeignKey(() => Revision, { name: 'fk_discrepancy_places_revision', onDelete: 'CASCADE' })
  revision_id: string;

  @Column('integer')
  page_number: number;

  /** Offsets of the quote in the text of the page; null if it begins or ends within a word. */
  @Column('integer', { nullable: true })
  start_offset: number | null;

  @Column('integer', { nullable: true })
  end_offset: number | null;
}
