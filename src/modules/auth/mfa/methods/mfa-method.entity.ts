import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { User } from '../../../users/user.entity.js';

/** The second factors of spec part 5. */
export const MFA_TYPES = ['totp', 'sms', 'email', 'webauthn'] as const;
export type MfaType = (typeof MFA_TYPES)[number];

/** A second factor, pending until its owner proves it once. An account can have several of a kind. */
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

  @Column('text')
  label: string;

  /** The masked destination of codes, such as the end of a phone number. */
  @Column('text', { nullable: true })
  hint: string | null;

  /** totp: the shared 20-byte secret, encrypted. */
  @Column('bytea', { nullable: true })
  sealed_secret: Buffer | null;

  /** totp: the last accepted time step; only later ones are accepted. */
  @Column('bigint', { nullable: true })
  last_used_step: string | null;

  /** sms: the number (E.164), encrypted. */
  @Column('bytea', { nullable: true })
  sealed_phone: Buffer | null;

  /** webauthn, as are the following columns: see `StoredCredential`. */
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

  /** webauthn: whether it is a passkey. */
  @Column('boolean', { default: false })
  passwordless: boolean;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  activated_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
