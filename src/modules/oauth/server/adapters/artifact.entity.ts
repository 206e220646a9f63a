import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OAuthGrant } from '../../grants/grant.entity.js';

/** State of the authorization server: codes, refresh tokens, interactions, browser sessions. */
@Entity('oauth_artifacts')
@Index('ix_oauth_artifacts_grant', ['grant_id'])
@Index('ix_oauth_artifacts_uid', ['uid_hash'])
@Index('ix_oauth_artifacts_expires', ['expires_at'])
export class OAuthArtifact {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_oauth_artifacts' })
  kind: string;

  /** SHA-256 in base64url of the id, which is the code, token or cookie. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_oauth_artifacts' })
  id_hash: string;

  /** JSON, encrypted with SECRET_KEY. */
  @Column('bytea')
  sealed_payload: Buffer;

  @Column('text', { nullable: true })
  @ForeignKey(() => OAuthGrant, { name: 'fk_oauth_artifacts_grant', onDelete: 'CASCADE' })
  grant_id: string | null;

  /** Hash of the second id of browser sessions. */
  @Column('text', { nullable: true })
  uid_hash: string | null;

  /** When a code or refresh token was used. Kept until expiry: a second use reveals a theft. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  consumed_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;
}
