import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { User } from '../../users/user.entity.js';

export type OneTimeTokenKind = 'invitation' | 'password_reset' | 'mfa';

/** A single-use secret for one action on one account. */
@Entity('one_time_tokens')
@Check('ck_one_time_tokens_kind', `kind IN ('invitation', 'password_reset', 'mfa')`)
@Index('ix_one_time_tokens_user', ['user_id', 'kind'])
@Index('ix_one_time_tokens_expires', ['expires_at'])
@Unique('uq_one_time_tokens_hash', ['token_hash'])
export class OneTimeToken {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_one_time_tokens' })
  id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_one_time_tokens_user', onDelete: 'CASCADE' })
  user_id: string;

  @Column('text')
  kind: OneTimeTokenKind;

  /** SHA-256. The token has 256 random bits, so a slow hash adds nothing. */
  @Column('bytea', { select: false })
  token_hash: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
