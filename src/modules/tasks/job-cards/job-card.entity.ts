import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Organization } from '../../users/organization.entity.js';
import { User } from '../../users/user.entity.js';
import type { StepVerdict } from '../step-verdict.js';

/** The aircraft of a card, as the register had it. */
export interface CardAircraft {
  id: string;
  registration: string;
  aircraft_type: string;
  serial_number: string | null;
  /** Of what decided whether texts apply. Old cards have none. */
  digest?: string;
}

/** A part of a task that is not printed, or that is marked, with the statements that decide. */
export interface PartException {
  /** Index of the part. */
  part: number;
  verdict: 'not_applicable' | 'unknown';
  statements: string[];
}

/** Chosen tasks for an aircraft, to print. Never changes. */
@Entity('job_cards')
@Index('ix_job_cards_organization', ['organization_id', 'id'])
@Index('ix_job_cards_creator', ['created_by', 'id'])
export class JobCard {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_job_cards' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_job_cards_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('text', { nullable: true })
  work_order: string | null;

  @Column('jsonb')
  aircraft: CardAircraft;

  @Column('integer')
  task_count: number;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_job_cards_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

/** A task of a card. Documents and revisions are named without foreign keys: the card outlives them. */
@Entity('job_card_tasks')
export class JobCardTask {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_job_card_tasks' })
  @ForeignKey(() => JobCard, { name: 'fk_job_card_tasks_card', onDelete: 'CASCADE' })
  job_card_id: string;

  /** 0-based. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_job_card_tasks' })
  position: number;

  @Column('text')
  document_id: string;

  @Column('text')
  revision_id: string;

  @Column('text')
  number: string;

  @Column('text')
  title: string;

  @Column('text')
  document_title: string;

  @Column('text', { nullable: true })
  document_number: string | null;

  @Column('text')
  version: string;

  /** Of the file of the revision. */
  @Column('text')
  file_sha256: string;

  /** Of the task. */
  @Column('text')
  content_sha256: string;

  @Column('integer')
  first_page: number;

  @Column('integer')
  last_page: number;

  /** Whether the task as a whole applies to the aircraft. */
  @Column('jsonb')
  applicability: StepVerdict;

  @Column('jsonb')
  exceptions: PartException[];
}
