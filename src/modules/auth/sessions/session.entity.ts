import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../../users/user.entity.js';

export type SessionEnd =
  | 'logout'
  | 'evicted'
  | 'ended_by_user'
  | 'reuse_detected'
  | 'password_reset'
  | 'password_changed'
  | 'suspended'
  | 'removed'
  | 'mfa_enabled'
  | 'mfa_reset'
  | 'keys_replaced'
  | 'idle'
  | 'expired';

/**
 * Authentication method references (RFC 8176), and `fed` for a sign-in at the organization's identity provider, which RFC 8176 does not
 * name.
 */
export type AuthenticationMethod = 'pwd' | 'otp' | 'sms' | 'hwk' | 'swk' | 'user' | 'mfa' | 'fed';

/** One sign-in of a user on a device. Tokens are not stored: they are signed and refer to the session and its generation. */
@Entity('sessions')
@Index('ix_sessions_open', { synchronize: false })
export class Session {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sessions' })
  id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_sessions_user', onDelete: 'CASCADE' })
  user_id: string;

  /** The client's User-Agent, truncated. */
  @Column('text', { nullable: true })
  device: string | null;

  @Column('text', { nullable: true })
  ip: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  authenticated_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  second_factor_at: Date | null;

  @Column('text', { array: true, default: '{}' })
  authentication_methods: AuthenticationMethod[];

  /** Lifetime in seconds of the current generation's access token: `session_timeout` when it was issued. */
  @Column('integer', { default: 3600 })
  access_lifetime: number;

  /** Number of the valid refresh token; the previous one is accepted briefly after `rotated_at`. */
  @Column('integer', { default: 1 })
  refresh_generation: number;

  @Column({ type: 'timestamptz', precision: 3 })
  rotated_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  last_seen_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  ended_at: Date | null;

  @Column('text', { nullable: true })
  end_reason: SessionEnd | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
