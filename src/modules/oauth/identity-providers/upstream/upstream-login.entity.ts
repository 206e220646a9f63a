import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IdentityProvider } from '../identity-provider.entity.js';

/** A pending login at a provider. Deleted when used: a state works once. */
@Entity('upstream_logins')
@Index('ix_upstream_logins_provider', ['provider_id'])
@Index('ix_upstream_logins_expires', ['expires_at'])
export class UpstreamLoginState {
  /** SHA-256 of `state`, in base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_upstream_logins' })
  state_hash: string;

  @Column('text')
  @ForeignKey(() => IdentityProvider, { name: 'fk_upstream_logins_provider', onDelete: 'CASCADE' })
  provider_id: string;

  @Column('text')
  interaction_uid: string;

  /** SHA-256 of the secret in the browser's cookie. */
  @Column('bytea')
  browser_hash: Buffer;

  @Column('bytea')
  sealed_proof: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
