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
import type { IdentityProviderView } from '../identity-provider.service.js';

export class MappingRuleResponse {
  claim: string;
  value: string;
  @ApiProperty({ enum: MAPPED_ROLES, required: false })
  role?: MappedRole;
  @ApiProperty({ required: false })
  team_id?: string;
}

export class IdentityProviderResponse {
  id: string;
  @ApiProperty({ enum: PROVIDER_KINDS })
  kind: ProviderKind;
  name: string;
  @ApiProperty({ type: String, nullable: true })
  issuer: string | null;
  @ApiProperty({ type: String, nullable: true })
  authorization_url: string | null;
  @ApiProperty({ type: String, nullable: true })
  token_url: string | null;
  @ApiProperty({ type: String, nullable: true })
  userinfo_url: string | null;
  client_id: string;
  scopes: string[];
  email_domains: string[];
  @ApiProperty({ enum: DEFAULT_ROLES })
  default_role: DefaultRole;
  @ApiProperty({ type: String, nullable: true })
  default_team_id: string | null;
  role_mapping: MappingRuleResponse[];
  @ApiProperty({ enum: [...MAPPED_ROLES, null], type: String, nullable: true })
  max_role: MappedRole | null;
  enabled: boolean;
  /** The address to register at the provider as where people are sent back to. */
  redirect_uri: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
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
