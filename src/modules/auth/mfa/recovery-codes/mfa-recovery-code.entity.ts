import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../../../users/user.entity.js';

/** A single-use replacement for an unavailable second factor. */
@Entity('mfa_recovery_codes')
export class MfaRecoveryCode {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_mfa_recovery_codes' })
  @ForeignKey(() => User, { name: 'fk_mfa_recovery_codes_user', onDelete: 'CASCADE' })
  user_id: string;

  /** SHA-256 of user and code. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_mfa_recovery_codes' })
  code_hash: Buffer;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
