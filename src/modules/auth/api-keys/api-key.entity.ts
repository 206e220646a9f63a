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
import { Organization } from '../../users/organization.entity.js';
import { User } from '../../users/user.entity.js';

/** A long-lived credential that acts as its owner. Only its hash is stored. */
@Entity('api_keys')
@Index('ix_api_keys_owner', ['owner_id', 'id'])
@Index('ix_api_keys_created_with', ['created_with_id'])
@Unique('uq_api_keys_hash', ['key_hash'])
@Unique('uq_api_keys_previous_hash', ['previous_key_hash'])
@Check('ck_api_keys_previous', `(previous_key_hash IS NULL) = (previous_expires_at IS NULL)`)
export class ApiKey {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_api_keys' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_api_keys_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_api_keys_owner', onDelete: 'CASCADE' })
  owner_id: string;

  /** The key that created this one. Revoking it revokes this key. */
  @Column('text', { nullable: true })
  @ForeignKey(() => ApiKey, { name: 'fk_api_keys_created_with', onDelete: 'CASCADE' })
  created_with_id: string | null;

  @Column('text')
  name: string;

  /** The visible first characters. */
  @Column('text')
  prefix: string;

  /** SHA-256. The key has 256 random bits, so a slow hash adds nothing. */
  @Column('bytea', { select: false })
  key_hash: Buffer;

  /** The secret replaced by the last rotation, and its expiry. */
  @Column('bytea', { nullable: true, select: false })
  previous_key_hash: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  previous_expires_at: Date | null;

  @Column('text', { array: true })
  scopes: string[];

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expires_at: Date | null;

  /** Canonical CIDR blocks; null allows any address, an empty list none. */
  @Column('text', { array: true, nullable: true })
  allowed_cidrs: string[] | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_used_at: Date | null;

  /** When a refused address was last recorded. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, select: false })
  last_refused_at: Date | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
