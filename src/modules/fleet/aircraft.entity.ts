import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  Unique,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { Organization } from '../users/organization.entity.js';
import { User } from '../users/user.entity.js';
import type { AircraftComponent, AircraftModification, AircraftStatus } from './aircraft-record.js';

/** An aircraft of the register. Registrations are unique among those that are not retired, serial numbers in a type. */
@Entity('aircraft')
@Check('ck_aircraft_status', `status IN ('active', 'stored', 'retired')`)
@Check('ck_aircraft_line_number', `line_number > 0`)
@Index('uq_aircraft_registration', ['organization_id', 'registration'], { unique: true, where: `status <> 'retired'` })
@Unique('uq_aircraft_serial_number', ['organization_id', 'aircraft_type', 'serial_number'], {
  deferrable: 'INITIALLY IMMEDIATE',
})
@Index('ix_aircraft_organization', ['organization_id', 'id'])
export class Aircraft {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_aircraft' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_aircraft_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  registration: string;

  @Column('text')
  aircraft_type: string;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('text', { nullable: true })
  serial_number: string | null;

  @Column('integer', { nullable: true })
  line_number: number | null;

  @Column('text', { nullable: true })
  fleet_number: string | null;

  @Column('text', { default: 'active' })
  status: AircraftStatus;

  @Column('text', { array: true, default: '{}' })
  configuration_codes: string[];

  @Column('jsonb', { default: [] })
  components: AircraftComponent[];

  @Column('jsonb', { default: [] })
  modifications: AircraftModification[];

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

/** What one act changed of an aircraft: each field with its values before and after. */
@Entity('aircraft_changes')
@Check('ck_aircraft_changes_source', `source IN ('api', 'import')`)
@Index('ix_aircraft_changes_aircraft', ['aircraft_id', 'id'])
@Index('ix_aircraft_changes_user', ['changed_by'])
export class AircraftChange {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_aircraft_changes' })
  id: string;

  @Column('text')
  @ForeignKey(() => Aircraft, { name: 'fk_aircraft_changes_aircraft', onDelete: 'CASCADE' })
  aircraft_id: string;

  @Column('jsonb')
  changes: Record<string, { from: unknown; to: unknown }>;

  @Column('text')
  source: 'api' | 'import';

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_aircraft_changes_user', onDelete: 'SET NULL' })
  changed_by: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
