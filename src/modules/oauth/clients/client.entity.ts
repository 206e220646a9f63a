import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { Organization } from '../../users/organization.entity.js';

export type OAuthClientType = 'public' | 'confidential';

/** An application that users of the organization may sign in to and let act for them (RFC 6749, 2). */
@Entity('oauth_clients')
@Index('ix_oauth_clients_organization', ['organization_id', 'id'])
@Check('ck_oauth_clients_type', `type IN ('public', 'confidential')`)
@Check('ck_oauth_clients_secret', `(type = 'confidential') = (secret_hash IS NOT NULL)`)
@Check('ck_oauth_clients_previous', `(previous_secret_hash IS NULL) = (previous_expires_at IS NULL)`)
export class OAuthClient {
  /** Also its `client_id`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_oauth_clients' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_oauth_clients_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  name: string;

  /** Confidential clients have a secret; public ones run where none can be kept, in browsers for example. */
  @Column('text')
  type: OAuthClientType;

  /** Compared character by character. */
  @Column('text', { array: true })
  redirect_uris: string[];

  /** The most that it may ask for. */
  @Column('text', { array: true })
  scopes: string[];

  /** The organization's own: users need no api.access for it and are not asked for consent. */
  @Column('boolean', { default: false })
  first_party: boolean;

  /** SHA-256 in base64url; the secret has 256 random bits, so a slow hash would add nothing. */
  @Column('text', { nullable: true, select: false })
  secret_hash: string | null;

  /** The secret that the last rotation replaced, and until when it still works. */
  @Column('text', { nullable: true, select: false })
  previous_secret_hash: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  previous_expires_at: Date | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
