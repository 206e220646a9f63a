import { ApiProperty } from '@nestjs/swagger';
import { withRowEtag } from '../../../../common/http/envelope.js';
import {
  DEFAULT_ROLES,
  MAPPED_ROLES,
  PROVIDER_KINDS,
  type DefaultRole,
  type MappedRole,
  type ProviderKind,
} from '../identity-provider.entity.js';
import { challengeRecord } from '../email-domains.js';
import type { ProviderDomain } from '../identity-provider.repository.js';
import type { IdentityProviderView } from '../identity-provider.service.js';
import { SamlResponse } from './saml.response.js';

/** Assigns a role, a team or both to users whose claim equals or contains the value. */
export class MappingRuleResponse {
  /** Name of a claim of the ID token or of userinfo. Dots select nested claims. */
  claim: string;
  value: string;
  @ApiProperty({ enum: MAPPED_ROLES, enumName: 'MappedRole', required: false })
  role?: MappedRole;
  @ApiProperty({ required: false })
  team_id?: string;
}

/** A domain and the TXT record that verifies its ownership. */
export class IdentityProviderDomainResponse {
  domain: string;
  /** Name of the TXT record. */
  @ApiProperty({ example: '_amks-challenge.example.com' })
  record_name: string;
  /** Value of the TXT record. */
  @ApiProperty({ example: 'amks-domain-verification=4f1c…' })
  record_value: string;
  /** When the record was found. Null before that; users cannot sign in with the domain yet. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  verified_at: string | null;

  static from(domain: ProviderDomain): IdentityProviderDomainResponse {
    const { name, value } = challengeRecord(domain);
    return {
      domain: domain.domain,
      record_name: name,
      record_value: value,
      verified_at: domain.verified_at?.toISOString() ?? null,
    };
  }
}

export class IdentityProviderResponse {
  id: string;
  @ApiProperty({ enum: PROVIDER_KINDS, enumName: 'IdentityProviderKind' })
  kind: ProviderKind;
  /** Display name: "Continue with …". */
  name: string;
  /** OpenID Connect issuer. Null for plain OAuth 2 and SAML. */
  @ApiProperty({ type: String, nullable: true })
  issuer: string | null;
  /** Authorization endpoint. Null if the issuer publishes it. */
  @ApiProperty({ type: String, nullable: true })
  authorization_url: string | null;
  /** Token endpoint. Null if the issuer publishes it. */
  @ApiProperty({ type: String, nullable: true })
  token_url: string | null;
  /** Userinfo endpoint. Null if the issuer publishes it. */
  @ApiProperty({ type: String, nullable: true })
  userinfo_url: string | null;
  /** Client id of this service at the provider; with SAML, the entity id of this service. */
  client_id: string;
  /** Scopes to request. */
  scopes: string[];
  /** Null for other kinds. */
  @ApiProperty({ type: () => SamlResponse, nullable: true })
  saml: SamlResponse | null;
  /** Email domains of the provider's users: lower case, in ASCII, in alphabetical order. */
  email_domains: string[];
  /** The same domains with their verification status. */
  @ApiProperty({ type: [IdentityProviderDomainResponse] })
  domains: IdentityProviderDomainResponse[];
  /** Role on first sign-in, and whenever no rule matches. */
  @ApiProperty({ enum: DEFAULT_ROLES, enumName: 'DefaultRole' })
  default_role: DefaultRole;
  /** Team on first sign-in, and whenever no rule with a team matches. Null for no team. */
  @ApiProperty({ type: String, nullable: true })
  default_team_id: string | null;
  /** Applied at every sign-in: the first matching rule with a role sets the role, the first with a team the team. */
  role_mapping: MappingRuleResponse[];
  /** Highest role that the provider can assign. Null for no limit. */
  @ApiProperty({ enum: MAPPED_ROLES, enumName: 'MappedRole', nullable: true })
  max_role: MappedRole | null;
  /** Whether users can sign in through it. */
  enabled: boolean;
  /** Redirect URI to register at the provider; with SAML, the assertion consumer service. */
  redirect_uri: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  /** Time of the last change. */
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from({ provider, redirectUri, metadataUrl }: IdentityProviderView): IdentityProviderResponse {
    return withRowEtag(
      {
        id: provider.id,
        kind: provider.kind,
        name: provider.name,
        issuer: provider.issuer,
        authorization_url: provider.authorization_url,
        token_url: provider.token_url,
        userinfo_url: provider.userinfo_url,
        client_id: provider.client_id,
        scopes: provider.scopes,
        saml: provider.saml && SamlResponse.from(provider.saml, metadataUrl),
        email_domains: provider.email_domains,
        domains: provider.domains.map((domain) => IdentityProviderDomainResponse.from(domain)),
        default_role: provider.default_role,
        default_team_id: provider.default_team_id,
        role_mapping: provider.role_mapping,
        max_role: provider.max_role,
        enabled: provider.enabled,
        redirect_uri: redirectUri,
        created_at: provider.created_at.toISOString(),
        updated_at: provider.updated_at.toISOString(),
      },
      provider.row_version,
    );
  }
}
