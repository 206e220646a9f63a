import { Check, Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { Plan } from '../../common/auth/principal.js';

/** A customer: an airline or a repair station. Everything else belongs to one. */
@Entity('organizations')
@Check('ck_organizations_plan', `plan IN ('standard', 'professional', 'enterprise')`)
export class Organization {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_organizations' })
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  plan: Plan;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
