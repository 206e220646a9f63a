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
import type { Grant, Role } from '../../common/auth/permissions.js';
import { Organization } from './organization.entity.js';
import { Team } from './team.entity.js';

export const USER_STATUSES = ['invited', 'active', 'suspended'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * A person, or a service account (role api_user), of one organization. In any case of its letters, an e-mail address is
 * unique within the organization, and among all accounts of people who have accepted their invitation.
 */
@Entity('users')
@Check('ck_users_role', `role IN ('admin', 'manager', 'engineer', 'viewer', 'api_user')`)
@Check('ck_users_grants', `grants <@ '{document.manage}' AND (role = 'api_user' OR grants = '{}')`)
@Check('ck_users_status', `status IN ('invited', 'active', 'suspended')`)
@Index('uq_users_login_email', { synchronize: false })
@Index('uq_users_organization_email', { synchronize: false })
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

  @Column('text')
  email: string;

  @Column('text')
  name: string;

  @Column('text')
  role: Role;

  /** Of a service account: what it may do beside the rights of its role. */
  @Column('text', { array: true, default: '{}' })
  grants: Grant[];

  @Column('text')
  status: UserStatus;

  /** argon2id, in PHC string format; null for accounts that sign in by API key or identity provider only. */
  @Column('text', { nullable: true, select: false })
  password_hash: string | null;

  /** Whether the account has an active second factor: then a password alone signs nobody in. */
  @Column('boolean', { default: false })
  mfa_enabled: boolean;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_login_at: Date | null;

  /** Since when the user is gone. The row stays, without the person's data, for what they left behind to point at. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  removed_at: Date | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
