import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { User } from '../../users/user.entity.js';
import { Aircraft } from '../aircraft.entity.js';

/** Totals of an aircraft since new, at the end of a day. */
@Entity('aircraft_utilisation')
@Unique('uq_aircraft_utilisation_date', ['aircraft_id', 'date'])
@Check('ck_aircraft_utilisation_totals', `flight_hours >= 0 AND flight_cycles >= 0`)
@Check('ck_aircraft_utilisation_source', `source IN ('api', 'import')`)
@Index('ix_aircraft_utilisation_cycles', ['aircraft_id', 'date'], { where: 'flight_cycles IS NOT NULL' })
@Index('ix_aircraft_utilisation_user', ['recorded_by'])
export class UtilisationReading {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_aircraft_utilisation' })
  id: string;

  @Column('text')
  @ForeignKey(() => Aircraft, { name: 'fk_aircraft_utilisation_aircraft', onDelete: 'CASCADE' })
  aircraft_id: string;

  /** `YYYY-MM-DD` */
  @Column('date')
  date: string;

  /** Exact to a hundredth. */
  @Column('numeric', { precision: 8, scale: 2 })
  flight_hours: number;

  @Column('integer', { nullable: true })
  flight_cycles: number | null;

  @Column('text')
  source: 'api' | 'import';

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_aircraft_utilisation_user', onDelete: 'SET NULL' })
  recorded_by: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
