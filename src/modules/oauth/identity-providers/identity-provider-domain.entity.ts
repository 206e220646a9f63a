import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IdentityProvider } from './identity-provider.entity.js';

@Entity('identity_provider_domains')
@Index('ix_identity_provider_domains_provider', ['provider_id'])
export class IdentityProviderDomain {
  /** Lower case, in ASCII. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identity_provider_domains' })
  domain: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identity_provider_domains' })
  @ForeignKey(() => IdentityProvider, { name: 'fk_identity_provider_domains_provider', onDelete: 'CASCADE' })
  provider_id: string;

  /** Random value to publish in the domain's DNS. */
  @Column('text', { default: () => `replace((gen_random_uuid()), '-', '')` })
  challenge: string;

  /** When the challenge was found; before that, the domain does not admit users. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  verified_at: Date | null;
}
