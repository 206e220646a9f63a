import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { Organization } from '../../users/organization.entity.js';
import { Team } from '../../users/teams/team.entity.js';

export const PROVIDER_KINDS = ['entra_id', 'okta', 'google_workspace', 'custom', 'saml'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const MAPPED_ROLES = ['viewer', 'engineer', 'manager', 'admin'] as const;
export type MappedRole = (typeof MAPPED_ROLES)[number];
/** Administrators require an explicit rule. */
export const DEFAULT_ROLES = ['viewer', 'engineer', 'manager'] as const;
export type DefaultRole = (typeof DEFAULT_ROLES)[number];

/** Assigns a role, a team or both to users whose claim equals or contains the value. */
export interface MappingRule {
  claim: string;
  value: string;
  role?: MappedRole;
  team_id?: string;
}

export interface SamlTerms {
  entity_id: string;
  sso_url: string;
  /** DER in base64. */
  certificates: string[];
  email_attribute: string | null;
  name_attribute: string | null;
  /** Where responses without a request lead to: an application that starts a sign-in. Null to refuse them. */
  initiate_login_uri: string | null;
}

/** OpenID Connect with an issuer, SAML, otherwise plain OAuth 2 with three URLs. */
@Entity('identity_providers')
@Check('ck_identity_providers_kind', `kind IN ('entra_id', 'okta', 'google_workspace', 'custom', 'saml')`)
@Check('ck_identity_providers_default_role', `default_role IN ('manager', 'engineer', 'viewer')`)
@Check('ck_identity_providers_max_role', `max_role IN ('admin', 'manager', 'engineer', 'viewer')`)
@Check(
  'ck_identity_providers_endpoints',
  `CASE WHEN kind <> 'saml' AND issuer IS NULL THEN num_nonnulls(authorization_url, token_url, userinfo_url) = 3
        ELSE num_nonnulls(authorization_url, token_url, userinfo_url) = 0 END`,
)
@Check(
  'ck_identity_providers_saml',
  `CASE WHEN kind = 'saml' THEN saml IS NOT NULL AND num_nonnulls(issuer, sealed_client_secret) = 0
        ELSE saml IS NULL AND sealed_client_secret IS NOT NULL END`,
)
@Index('ix_identity_providers_organization', ['organization_id', 'id'])
@Index('ix_identity_providers_default_team', ['default_team_id'])
export class IdentityProvider {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identity_providers' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_identity_providers_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  kind: ProviderKind;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  issuer: string | null;

  @Column('text', { nullable: true })
  authorization_url: string | null;

  @Column('text', { nullable: true })
  token_url: string | null;

  @Column('text', { nullable: true })
  userinfo_url: string | null;

  /** With SAML, the entity id of this service. */
  @Column('text')
  client_id: string;

  @Column('bytea', { nullable: true })
  sealed_client_secret: Buffer | null;

  @Column('jsonb', { nullable: true })
  saml: SamlTerms | null;

  @Column('text', { array: true })
  scopes: string[];

  @Column('text')
  default_role: DefaultRole;

  @Column('text', { nullable: true })
  @ForeignKey(() => Team, { name: 'fk_identity_providers_default_team', onDelete: 'SET NULL' })
  default_team_id: string | null;

  @Column('jsonb', { default: [] })
  role_mapping: MappingRule[];

  /** Highest role that `role_mapping` and `default_role` can assign; null for no limit. */
  @Column('text', { nullable: true })
  max_role: MappedRole | null;

  @Column('boolean', { default: true })
  enabled: boolean;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
