import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { User } from '../../../users/user.entity.js';
import { IdentityProvider } from '../identity-provider.entity.js';

/** Links a provider's user to an account. After the first login the link counts, not the address. */
@Entity('identity_links')
@Unique('uq_identity_links_user', ['provider_id', 'user_id'])
@Index('ix_identity_links_user', ['user_id'])
export class IdentityLink {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identity_links' })
  @ForeignKey(() => IdentityProvider, { name: 'fk_identity_links_provider', onDelete: 'CASCADE' })
  provider_id: string;

  /** The provider's `sub`, which is never reassigned. */
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
