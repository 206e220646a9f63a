import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Session } from '../../auth/sessions/session.entity.js';
import { User } from '../../users/user.entity.js';
import { OAuthClient } from '../clients/client.entity.js';
import { OAuthConsent } from './consent.entity.js';

/** What a client can do in one session of a user. Its tokens depend on it, and it depends on session and consent. */
@Entity('oauth_grants')
@Index('ix_oauth_grants_consent', ['consent_id'])
@Index('ix_oauth_grants_user', ['user_id'])
@Index('ix_oauth_grants_client', ['client_id'])
@Unique('uq_oauth_grants_session_client', ['session_id', 'client_id'])
export class OAuthGrant {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_oauth_grants' })
  id: string;

  @Column('text')
  @ForeignKey(() => OAuthConsent, { name: 'fk_oauth_grants_consent', onDelete: 'CASCADE' })
  consent_id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_oauth_grants_user', onDelete: 'CASCADE' })
  user_id: string;

  @Column('text')
  @ForeignKey(() => OAuthClient, { name: 'fk_oauth_grants_client', onDelete: 'CASCADE' })
  client_id: string;

  @Column('text')
  @ForeignKey(() => Session, { name: 'fk_oauth_grants_session', onDelete: 'CASCADE' })
  session_id: string;

  @Column('text', { array: true })
  scopes: string[];

  /** Copied from the client to save a lookup per request. */
  @Column('boolean')
  first_party: boolean;

  /** Accurate to one minute. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
