import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { User } from '../../../users/user.entity.js';

/** The four second factors of the spec (part 5): authenticator app, code by text message, code by e-mail, security key. */
export const MFA_TYPES = ['totp', 'sms', 'email', 'webauthn'] as const;
export type MfaType = (typeof MFA_TYPES)[number];

/** A second factor of an account; pending until its owner has proven it once. An account may have several of a kind. */
@Entity('mfa_methods')
@Check('ck_mfa_methods_type', `type IN ('totp', 'sms', 'email', 'webauthn')`)
@Index('ix_mfa_methods_user', ['user_id', 'id'])
@Index('uq_mfa_methods_email', { synchronize: false })
@Unique('uq_mfa_methods_credential', ['credential_id'])
export class MfaMethod {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_mfa_methods' })
  id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_mfa_methods_user', onDelete: 'CASCADE' })
  user_id: string;

  @Column('text')
  type: MfaType;

  /** Its owner's name for it. */
  @Column('text')
  label: string;

  /** What tells its owner where a code goes, and nobody else more: the end of a phone number. */
  @Column('text', { nullable: true })
  hint: string | null;

  /** totp: the 20 bytes shared with the app, encrypted. */
  @Column('bytea', { nullable: true })
  sealed_secret: Buffer | null;

  /** totp: number of the latest 30 seconds whose code was accepted; only later ones are. */
  @Column('bigint', { nullable: true })
  last_used_step: string | null;

  /** sms: the number (E.164), encrypted. */
  @Column('bytea', { nullable: true })
  sealed_phone: Buffer | null;

  /** webauthn, as these and what follow: see `StoredCredential`. */
  @Column('text', { nullable: true })
  credential_id: string | null;

  @Column('bytea', { nullable: true })
  public_key: Buffer | null;

  @Column('bigint', { nullable: true })
  sign_count: string | null;

  @Column('text', { array: true, nullable: true })
  transports: string[] | null;

  @Column('text', { nullable: true })
  aaguid: string | null;

  @Column('boolean', { nullable: true })
  backup_eligible: boolean | null;

  @Column('boolean', { nullable: true })
  backed_up: boolean | null;

  /** webauthn: whether it signs in by itself, as a passkey, and not only after a password. */
  @Column('boolean', { default: false })
  passwordless: boolean;

  /** Null while it is pending. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  activated_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
