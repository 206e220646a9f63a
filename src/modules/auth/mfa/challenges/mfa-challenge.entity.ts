import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../../../users/user.entity.js';
import { MfaMethod } from '../methods/mfa-method.entity.js';

/** What a proof is asked for: the second step of a login, a new method, or confirming one's identity again. */
export type ChallengePurpose = 'login' | 'activate' | 'step_up';

/** A code that was sent or a question that a security key is to sign. Of a method only the latest counts, in each login and session. */
@Entity('mfa_challenges')
@Check('ck_mfa_challenges_purpose', `purpose IN ('login', 'activate', 'step_up')`)
@Index('ix_mfa_challenges_method', ['method_id', 'bound_to', 'id'])
@Index('ix_mfa_challenges_user', ['user_id', 'created_at'])
export class MfaChallenge {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_mfa_challenges' })
  id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_mfa_challenges_user', onDelete: 'CASCADE' })
  user_id: string;

  /** Null when the method is gone: what was sent still counts against the limits of sending. */
  @Column('text', { nullable: true })
  @ForeignKey(() => MfaMethod, { name: 'fk_mfa_challenges_method', onDelete: 'SET NULL' })
  method_id: string | null;

  @Column('text')
  purpose: ChallengePurpose;

  /** Id of the mfa_token, or of the session, that it was asked with: no other can answer it. */
  @Column('text')
  bound_to: string;

  /** HMAC-SHA256 of the code that was sent. */
  @Column('bytea', { nullable: true })
  code_hash: Buffer | null;

  /** What a security key is to sign, base64url. */
  @Column('text', { nullable: true })
  webauthn_challenge: string | null;

  /** Codes tried so far. */
  @Column('integer', { default: 0 })
  attempts: number;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
