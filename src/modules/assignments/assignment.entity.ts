import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Document } from '../documents/document.entity.js';
import { Revision } from '../documents/revision.entity.js';
import { Organization } from '../users/organization.entity.js';
import { Team } from '../users/teams/team.entity.js';
import { User } from '../users/user.entity.js';
import type { AssignmentScope, AssignmentStatus, CancelReason } from './dto/assignment-types.js';

/** A revision, or its changes, that people must acknowledge. It outlives its document, and keeps what identified the revision. */
@Entity('assignments')
@Check('ck_assignments_scope', `scope IN ('revision', 'changes')`)
@Check('ck_assignments_status', `status IN ('open', 'superseded', 'canceled')`)
@Check('ck_assignments_reason', `cancel_reason IN ('manual', 'revision_withdrawn', 'document_deleted')`)
@Check('ck_assignments_end', `(status = 'open') = (ended_at IS NULL)`)
@Check('ck_assignments_cancel', `(status = 'canceled') = (cancel_reason IS NOT NULL)`)
@Index('ix_assignments_organization', ['organization_id', 'id'])
@Index('ix_assignments_document', ['document_id', 'id'])
@Index('ix_assignments_revision', ['revision_id'])
@Index('uq_assignments_predecessor', ['predecessor_id'], { unique: true })
@Index('ix_assignments_creator', ['created_by'])
@Index('ix_assignments_unfilled', { synchronize: false })
export class Assignment {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_assignments' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_assignments_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** Null after the document was deleted. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Document, { name: 'fk_assignments_document', onDelete: 'SET NULL' })
  document_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => Revision, { name: 'fk_assignments_revision', onDelete: 'SET NULL' })
  revision_id: string | null;

  /** Title and number when it was assigned. */
  @Column('text')
  document_title: string;

  @Column('text', { nullable: true })
  document_number: string | null;

  @Column('text')
  version: string;

  @Column('text')
  content_sha256: string;

  @Column('text')
  scope: AssignmentScope;

  /** What the readers sign. */
  @Column('text')
  statement: string;

  @Column({ type: 'timestamptz', precision: 3 })
  due_at: Date;

  @Column('text')
  status: AssignmentStatus;

  @Column('text', { nullable: true })
  cancel_reason: CancelReason | null;

  /** The assignment of the revision before, which this one reopened. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Assignment, { name: 'fk_assignments_predecessor', onDelete: 'SET NULL' })
  predecessor_id: string | null;

  /** False while a job copies the people of the predecessor. */
  @Column('boolean', { default: true })
  filled: boolean;

  /** When the manager was notified that an acknowledgement is overdue. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  overdue_noticed_at: Date | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_assignments_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  /** When it was superseded or canceled. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  ended_at: Date | null;

  @Column('integer', { default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

/** A team whose present and future members have the assignment. */
@Entity('assignment_teams')
@Index('ix_assignment_teams_team', ['team_id'])
export class AssignmentTeam {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_assignment_teams' })
  @ForeignKey(() => Assignment, { name: 'fk_assignment_teams_assignment', onDelete: 'CASCADE' })
  assignment_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_assignment_teams' })
  @ForeignKey(() => Team, { name: 'fk_assignment_teams_team', onDelete: 'CASCADE' })
  team_id: string;
}
