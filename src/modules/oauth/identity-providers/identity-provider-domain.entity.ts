import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IdentityProvider } from './identity-provider.entity.js';

/** A domain of e-mail addresses that a provider speaks for: one provider each, over all organizations. */
@Entity('identity_provider_domains')
@Index('ix_identity_provider_domains_provider', ['provider_id'])
export class IdentityProviderDomain {
  /** Lower case, in ASCII. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identity_provider_domains' })
  domain: string;

  @Column('text')
  @ForeignKey(() => IdentityProvider, { name: 'fk_identity_provider_domains_provider', onDelete: 'CASCADE' })
  provider_id: string;
}
