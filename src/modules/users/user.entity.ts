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
import type { Grant, Role } from '../../common/principal/permissions.js';
import { Organization } from './organization.entity.js';
import { Team } from './teams/team.entity.js';

export const USER_STATUSES = ['invited', 'active', 'suspended'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * A person or service account (role api_user). Email addresses are unique, ignoring case, within the organization and among all accounts of
 * people who have accepted their invitation.
 */
@Entity('users')
@Check('ck_users_role', `role IN ('admin', 'manager', 'engineer', 'viewer', 'api_user')`)
@Check('ck_users_grants', `grants <@ '{document.manage,directory.manage}' AND (role = 'api_user' OR grants = '{}')`)
@Check('ck_users_status', `status IN ('invited', 'active', 'suspended')`)
@Index('uq_users_login_email', { synchronize: false })
@Index('uq_users_organization_email', { synchronize: false })
@Index('uq_users_mirror', { synchronize: false })
@Index('ix_users_organization', { synchronize: false })
@Index('ix_users_role', { synchronize: false })
@Index('ix_users_team', { synchronize: false })
@Index('ix_users_name_prefix', { synchronize: false })
@Index('ix_users_email_prefix', { synchronize: false })
export class User {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_users' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_users_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text', { nullable: true })
  @ForeignKey(() => Team, { name: 'fk_users_team', onDelete: 'SET NULL' })
  team_id: string | null;

  /** In a sandbox, the account that this row mirrors: rights are those of the account, data belong to this row. */
  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_users_mirror', onDelete: 'CASCADE' })
  mirror_of: string | null;

  @Column('text')
  email: string;

  @Column('text')
  name: string;

  @Column('text')
  role: Role;

  /** Permissions of a service account in addition to those of its role. */
  @Column('text', { array: true, default: '{}' })
  grants: Grant[];

  @Column('text')
  status: UserStatus;

  /** argon2id in PHC string format; null for accounts that sign in by API key or identity provider only. */
  @Column('text', { nullable: true, select: false })
  password_hash: string | null;

  /** Whether the account has an active second factor, so that a password alone does not sign in. */
  @Column('boolean', { default: false })
  mfa_enabled: boolean;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_login_at: Date | null;

  /** When the user was deleted. The row remains without personal data, for references. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  removed_at: Date | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
