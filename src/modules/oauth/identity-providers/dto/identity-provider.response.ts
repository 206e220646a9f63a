import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../../common/http/envelope.js';
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

/** People whose claim has this value, or has it among its values, get the role, the team, or both. */
export class MappingRuleResponse {
  /** Name of a claim of the ID token or of userinfo; dots lead into nested ones. */
  claim: string;
  value: string;
  @ApiProperty({ enum: MAPPED_ROLES, enumName: 'MappedRole', required: false })
  role?: MappedRole;
  @ApiProperty({ required: false })
  team_id?: string;
}

/** A domain, and the TXT record that proves that it is yours. */
export class IdentityProviderDomainResponse {
  domain: string;
  /** Name of the TXT record. */
  @ApiProperty({ example: '_amks-challenge.example.com' })
  record_name: string;
  /** Value of the TXT record. */
  @ApiProperty({ example: 'amks-domain-verification=4f1c…' })
  record_value: string;
  /** When the record was found; null until then, and nobody signs in by the domain. */
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
  /** As people read it: "Continue with …". */
  name: string;
  /** Of OpenID Connect; null for plain OAuth 2. */
  @ApiProperty({ type: String, nullable: true })
  issuer: string | null;
  /** Where people sign in; null where the issuer tells it. */
  @ApiProperty({ type: String, nullable: true })
  authorization_url: string | null;
  /** Where codes become tokens; null where the issuer tells it. */
  @ApiProperty({ type: String, nullable: true })
  token_url: string | null;
  /** What tells who signed in; null where the issuer tells it. */
  @ApiProperty({ type: String, nullable: true })
  userinfo_url: string | null;
  /** As which this service is registered at the provider. */
  client_id: string;
  /** What is asked for. */
  scopes: string[];
  /** Domains whose e-mail addresses the provider speaks for: lower case, in ASCII, in alphabetical order. */
  email_domains: string[];
  /** The same domains, and which of them are verified. */
  @ApiProperty({ type: [IdentityProviderDomainResponse] })
  domains: IdentityProviderDomainResponse[];
  /** Role of people who sign in for the first time and of those whom no rule fits. */
  @ApiProperty({ enum: DEFAULT_ROLES, enumName: 'DefaultRole' })
  default_role: DefaultRole;
  /** Team of people who sign in for the first time and of those whom no rule about teams fits; null for none. */
  @ApiProperty({ type: String, nullable: true })
  default_team_id: string | null;
  /** Applied at every sign-in: the first that fits and names a role decides the role, the first that names a team the team. */
  role_mapping: MappingRuleResponse[];
  /** Ceiling of the roles that this provider gives; null for none. */
  @ApiProperty({ enum: MAPPED_ROLES, enumName: 'MappedRole', nullable: true })
  max_role: MappedRole | null;
  /** Whether people can sign in through it. */
  enabled: boolean;
  /** The address to register at the provider as where people are sent back to. */
  redirect_uri: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  /** When it was last changed. */
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from({ provider, redirectUri }: IdentityProviderView): IdentityProviderResponse {
    return withEtag(
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
