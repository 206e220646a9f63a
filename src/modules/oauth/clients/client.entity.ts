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

/** An application that can sign users of the organization in and act for them (RFC 6749, 2). */
@Entity('oauth_clients')
@Index('ix_oauth_clients_organization', ['organization_id', 'id'])
@Check('ck_oauth_clients_type', `type IN ('public', 'confidential')`)
@Check('ck_oauth_clients_secret', `(type = 'confidential') = (secret_hash IS NOT NULL)`)
@Check('ck_oauth_clients_previous', `(previous_secret_hash IS NULL) = (previous_expires_at IS NULL)`)
export class OAuthClient {
  /** Also the `client_id`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_oauth_clients' })
  id: string;

  /** Null for the command line and the console, which are built in: users of every organization can sign in to them. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Organization, { name: 'fk_oauth_clients_organization', onDelete: 'CASCADE' })
  organization_id: string | null;

  @Column('text')
  name: string;

  /** Public clients, such as browser applications, cannot keep a secret. */
  @Column('text')
  type: OAuthClientType;

  /** Compared exactly. */
  @Column('text', { array: true })
  redirect_uris: string[];

  @Column('text', { array: true })
  scopes: string[];

  /** A first-party client: users need neither api.access nor consent. */
  @Column('boolean', { default: false })
  first_party: boolean;

  /** SHA-256 in base64url. The secret has 256 random bits, so a slow hash adds nothing. */
  @Column('text', { nullable: true, select: false })
  secret_hash: string | null;

  /** The secret replaced by the last rotation, and its expiry. */
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
