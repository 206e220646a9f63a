import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { User } from '../../../users/user.entity.js';
import { IdentityProvider } from '../identity-provider.entity.js';

/** Which account somebody known to a provider has here. From the second login on it is this that counts, not the address. */
@Entity('identity_links')
@Unique('uq_identity_links_user', ['provider_id', 'user_id'])
@Index('ix_identity_links_user', ['user_id'])
export class IdentityLink {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identity_links' })
  @ForeignKey(() => IdentityProvider, { name: 'fk_identity_links_provider', onDelete: 'CASCADE' })
  provider_id: string;

  /** The provider's own name for the person, `sub`; it is never given to another. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identity_links' })
  subject: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_identity_links_user', onDelete: 'CASCADE' })
  user_id: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  last_login_at: Date;
}
