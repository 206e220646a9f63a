import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IdentityProvider } from '../identity-provider.entity.js';

/** An assertion that was used, which is not accepted again on any node. */
@Entity('saml_assertions')
@Index('ix_saml_assertions_expires', ['expires_at'])
export class SamlAssertion {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_saml_assertions' })
  @ForeignKey(() => IdentityProvider, { name: 'fk_saml_assertions_provider', onDelete: 'CASCADE' })
  provider_id: string;

  /** SHA-256 of the assertion's id. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_saml_assertions' })
  id_hash: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;
}
