import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Document } from '../../documents/document.entity.js';
import { Aircraft } from '../../fleet/aircraft.entity.js';
import { User } from '../../users/user.entity.js';
import { Directive } from '../directive.entity.js';
import type { RecordStatus } from '../dto/directive-types.js';

/** What a person recorded of a directive on an aircraft. Never changed; the latest one counts. */
@Entity('directive_records')
@Check('ck_directive_records_status', `status IN ('embodied', 'deferred', 'not_applicable', 'open')`)
@Check('ck_directive_records_embodied', `status <> 'embodied' OR date IS NOT NULL`)
@Index('ix_directive_records_aircraft', ['aircraft_id', 'directive_id', 'position'])
@Index('ix_directive_records_directive', ['directive_id'])
@Index('ix_directive_records_document', ['document_id'])
@Index('ix_directive_records_user', ['recorded_by'])
export class DirectiveRecord {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_directive_records' })
  id: string;

  /** Grows in commit order on an aircraft. Ids do not, since they come from several clocks. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  position: string;

  @Column('text')
  @ForeignKey(() => Aircraft, { name: 'fk_directive_records_aircraft', onDelete: 'CASCADE' })
  aircraft_id: string;

  @Column('text')
  @ForeignKey(() => Directive, { name: 'fk_directive_records_directive', onDelete: 'CASCADE' })
  directive_id: string;

  @Column('text')
  status: RecordStatus;

  /** Of the accomplishment, or the limit of a deferral, as are the hours and cycles. */
  @Column('date', { nullable: true })
  date: string | null;

  @Column('numeric', { precision: 8, scale: 2, nullable: true })
  flight_hours: number | null;

  @Column('integer', { nullable: true })
  flight_cycles: number | null;

  /** Whether nothing of a repetitive directive remains to be done. */
  @Column('boolean', { default: false })
  terminates: boolean;

  /** Work order or record that proves the work, or approval of a deferral. */
  @Column('text', { nullable: true })
  evidence: string | null;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => Document, { name: 'fk_directive_records_document', onDelete: 'SET NULL' })
  document_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_directive_records_user', onDelete: 'SET NULL' })
  recorded_by: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
