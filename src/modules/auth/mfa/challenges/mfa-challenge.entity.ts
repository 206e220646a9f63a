import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../../../users/user.entity.js';
import { MfaMethod } from '../methods/mfa-method.entity.js';

/** What a proof is for: the second step of a login, activation of a new method, or step-up. */
export type ChallengePurpose = 'login' | 'activate' | 'step_up';

/** A sent code or a security key's challenge. Only the latest of a method counts within each login or session. */
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

  /** Null when the method was deleted; the row still counts against the sending limits. */
  @Column('text', { nullable: true })
  @ForeignKey(() => MfaMethod, { name: 'fk_mfa_challenges_method', onDelete: 'SET NULL' })
  method_id: string | null;

  @Column('text')
  purpose: ChallengePurpose;

  /** Id of the mfa_token or session, the only one that can answer. */
  @Column('text')
  bound_to: string;

  /** HMAC-SHA256 of the sent code. */
  @Column('bytea', { nullable: true })
  code_hash: Buffer | null;

  @Column('text', { nullable: true })
  webauthn_challenge: string | null;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
