import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IdentityProvider } from './identity-provider.entity.js';

/** A domain of e-mail addresses that a provider speaks for, once it is proven that it belongs to the organization. */
@Entity('identity_provider_domains')
@Index('ix_identity_provider_domains_provider', ['provider_id'])
export class IdentityProviderDomain {
  /** Lower case, in ASCII. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identity_provider_domains' })
  domain: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identity_provider_domains' })
  @ForeignKey(() => IdentityProvider, { name: 'fk_identity_provider_domains_provider', onDelete: 'CASCADE' })
  provider_id: string;

  /** Random; to be published in the domain's DNS. */
  @Column('text', { default: () => `replace((gen_random_uuid()), '-', '')` })
  challenge: string;

  /** When the challenge was found there; until then nobody signs in by the domain. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  verified_at: Date | null;
}
