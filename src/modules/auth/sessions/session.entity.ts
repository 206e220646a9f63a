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
 * How a user proved who they are, as RFC 8176 calls it: password, one-time code, code by SMS, proof by a key in
 * hardware or software, presence of the user, several factors. For a sign-in at the organization's own identity provider it has no name; `fed` is what others call that.
 */
export type AuthenticationMethod = 'pwd' | 'otp' | 'sms' | 'hwk' | 'swk' | 'user' | 'mfa' | 'fed';

/** One sign-in of one user on one device. Tokens are not stored: they are signed and name the session and its generation. */
@Entity('sessions')
@Index('ix_sessions_open', { synchronize: false })
export class Session {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sessions' })
  id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_sessions_user', onDelete: 'CASCADE' })
  user_id: string;

  /** The client's User-Agent, shortened. */
  @Column('text', { nullable: true })
  device: string | null;

  @Column('text', { nullable: true })
  ip: string | null;

  /** When the user last proved who they are; `auth_time` of the tokens. */
  @Column({ type: 'timestamptz', precision: 3 })
  authenticated_at: Date;

  /** When the user last proved it by a second factor, if ever in this session. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  second_factor_at: Date | null;

  @Column('text', { array: true, default: '{}' })
  authentication_methods: AuthenticationMethod[];

  /** Seconds that the access token of the present generation lives: the organization's `session_timeout` at the time. */
  @Column('integer', { default: 3600 })
  access_lifetime: number;

  /** Number of the refresh token that is valid now; the one before is honoured for a moment after `rotated_at`. */
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
