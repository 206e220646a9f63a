import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { Organization } from '../organization.entity.js';

/** A group of users, such as a line station. Its name is unique in the organization, ignoring case. */
@Entity('teams')
@Index('uq_teams_name', { synchronize: false })
@Index('uq_teams_mirror', { synchronize: false })
export class Team {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_teams' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_teams_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** In a sandbox, the team that this row mirrors; null once that was deleted. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Team, { name: 'fk_teams_mirror', onDelete: 'SET NULL' })
  mirror_of: string | null;

  @Column('text')
  name: string;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
