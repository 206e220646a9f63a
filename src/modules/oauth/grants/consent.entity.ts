import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { User } from '../../users/user.entity.js';
import { OAuthClient } from '../clients/client.entity.js';

/** What a user allows a client to do, in all sessions, until withdrawn. */
@Entity('oauth_consents')
@Index('ix_oauth_consents_client', ['client_id'])
@Unique('uq_oauth_consents_user_client', ['user_id', 'client_id'])
export class OAuthConsent {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_oauth_consents' })
  id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_oauth_consents_user', onDelete: 'CASCADE' })
  user_id: string;

  @Column('text')
  @ForeignKey(() => OAuthClient, { name: 'fk_oauth_consents_client', onDelete: 'CASCADE' })
  client_id: string;

  /** A subset of the client's scopes: scopes removed there are removed here. */
  @Column('text', { array: true })
  scopes: string[];

  /** Whether the user confirmed all of it. False for first-party clients. */
  @Column('boolean')
  asked: boolean;

  /** Accurate to one minute. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
