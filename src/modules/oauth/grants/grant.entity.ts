import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Session } from '../../auth/sessions/session.entity.js';
import { User } from '../../users/user.entity.js';
import { OAuthClient } from '../clients/client.entity.js';

/** What a user, in one session, lets a client do. Its tokens live within it, and it within the session. */
@Entity('oauth_grants')
@Index('ix_oauth_grants_user', ['user_id', 'id'])
@Index('ix_oauth_grants_client', ['client_id'])
@Unique('uq_oauth_grants_session_client', ['session_id', 'client_id'])
export class OAuthGrant {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_oauth_grants' })
  id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_oauth_grants_user', onDelete: 'CASCADE' })
  user_id: string;

  @Column('text')
  @ForeignKey(() => OAuthClient, { name: 'fk_oauth_grants_client', onDelete: 'CASCADE' })
  client_id: string;

  @Column('text')
  @ForeignKey(() => Session, { name: 'fk_oauth_grants_session', onDelete: 'CASCADE' })
  session_id: string;

  /** No more than the client may ask for: what it loses, its grants lose. */
  @Column('text', { array: true })
  scopes: string[];

  /** As its client is: read with every request, for which one look-up less counts. */
  @Column('boolean')
  first_party: boolean;

  /** Precise to the minute. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
