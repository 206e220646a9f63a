import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { oneLine, trimmed } from '../../../../common/validation/transforms.js';
import {
  DEFAULT_ROLES,
  MAPPED_ROLES,
  PROVIDER_KINDS,
  type DefaultRole,
  type MappedRole,
  type ProviderKind,
} from '../identity-provider.entity.js';
import { SamlRequest } from './saml.request.js';

const MAX_URL = 2000;
const MAX_DOMAINS = 50;
const MAX_RULES = 100;

const IsName = (): PropertyDecorator => applyDecorators(Transform(oneLine), IsString(), Length(1, 100));
const IsAddress = (): PropertyDecorator => applyDecorators(Transform(trimmed), IsString(), Length(1, MAX_URL));
const IsCredential = (): PropertyDecorator => applyDecorators(Transform(trimmed), IsString(), Length(1, 1000));
const IsDomains = (): PropertyDecorator =>
  applyDecorators(
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(MAX_DOMAINS),
    IsString({ each: true }),
    MaxLength(253, { each: true }),
  );

/** Assigns a role, a team or both to users whose claim equals or contains the value. */
export class MappingRuleRequest {
  /** Name of a claim of the ID token or of userinfo, or of a SAML attribute. Dots select nested claims (`realm_access.roles`). */
  @IsString()
  @Length(1, 200)
  claim: string;

  /** Compared exactly. Numbers and booleans are compared as text. */
  @IsString()
  @Length(1, 500)
  value: string;

  /** At least one of `role` and `team_id` is required. */
  @ApiProperty({ enum: MAPPED_ROLES, enumName: 'MappedRole', required: false })
  @IfPresent()
  @IsIn(MAPPED_ROLES)
  role?: MappedRole;

  /** A team of the organization. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  team_id?: string;
}

class IdentityProviderTerms {
  /** Tenant id of Entra ID, which determines the issuer. */
  @IfPresent()
  @IsUUID('all')
  tenant?: string;

  /** OpenID Connect issuer. Not needed for google_workspace. */
  @ApiProperty({ required: false, example: 'https://acme.okta.com' })
  @IfPresent()
  @IsAddress()
  issuer?: string;

  /** Plain OAuth 2: authorization endpoint. Requires `token_url` and `userinfo_url`; replaces `issuer`. */
  @IfPresent()
  @IsAddress()
  authorization_url?: string;

  /** Plain OAuth 2: token endpoint. */
  @IfPresent()
  @IsAddress()
  token_url?: string;

  /** Plain OAuth 2: userinfo endpoint, which returns `sub` (or `id`), `email`, `email_verified` and optionally `name`. */
  @IfPresent()
  @IsAddress()
  userinfo_url?: string;

  /** Scopes to request. Default: `openid profile email` for OpenID Connect, `email` otherwise. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @Matches(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, { each: true, message: 'scopes must be scope tokens' })
  scopes?: string[];

  /** Required for the kind `saml`, and for no other. */
  @ApiProperty({ type: () => SamlRequest, required: false })
  @IfPresent()
  @ValidateNested()
  @Type(() => SamlRequest)
  saml?: SamlRequest;

  /** Role on first sign-in, and whenever no rule matches. */
  @ApiProperty({ enum: DEFAULT_ROLES, enumName: 'DefaultRole', required: false })
  @IfPresent()
  @IsIn(DEFAULT_ROLES)
  default_role?: DefaultRole;

  /** Team on first sign-in, and whenever no rule with a team matches. Null for no team. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: 64 })
  @IfPresentOrNull()
  @IsString()
  @MaxLength(64)
  default_team_id?: string | null;

  /**
   * Applied at every sign-in. The first matching rule with a role sets the role, and the first with a team sets the team. Without a match,
   * the defaults apply. Without rules, administrators assign roles and teams.
   */
  @ApiProperty({ type: () => [MappingRuleRequest], required: false })
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @ValidateNested({ each: true })
  @Type(() => MappingRuleRequest)
  role_mapping?: MappingRuleRequest[];

  /** Highest role that `role_mapping` and `default_role` can assign. Null for no limit. */
  @ApiProperty({ enum: MAPPED_ROLES, enumName: 'MappedRole', nullable: true, required: false })
  @IfPresentOrNull()
  @IsIn(MAPPED_ROLES)
  max_role?: MappedRole | null;

  /** Whether users can sign in through it. */
  @IfPresent()
  @IsBoolean()
  enabled?: boolean;
}

export class CreateIdentityProviderRequest extends IdentityProviderTerms {
  /** Entra ID requires `tenant` or `issuer`, Okta `issuer`, Google Workspace neither, SAML 2.0 `saml`, others `issuer` or the three URLs. */
  @ApiProperty({ enum: PROVIDER_KINDS, enumName: 'IdentityProviderKind' })
  @IsIn(PROVIDER_KINDS)
  kind: ProviderKind;

  /** Display name: "Continue with …". */
  @IsName()
  name: string;

  /** Client id of this service at the provider. With SAML, optional: the entity id of this service, by default the URL of its metadata. */
  @IfPresent()
  @IsCredential()
  client_id?: string;

  /** Stored encrypted and never returned. Required except for SAML, which has none. */
  @ApiProperty({ writeOnly: true, required: false })
  @IfPresent()
  @IsCredential()
  client_secret?: string;

  /** Email domains of the provider's users. Each must be verified and belongs to one of your providers. */
  @IsDomains()
  email_domains: string[];

  @ApiProperty({ default: 'viewer' })
  declare default_role?: DefaultRole;

  @ApiProperty({ default: null })
  declare default_team_id?: string | null;

  @ApiProperty({ default: [] })
  declare role_mapping?: MappingRuleRequest[];

  @ApiProperty({ default: null })
  declare max_role?: MappedRole | null;

  @ApiProperty({ default: true })
  declare enabled?: boolean;
}

/** Other endpoints or another `client_id` require the `client_secret` again and unlink the provider's users. */
export class UpdateIdentityProviderRequest extends IdentityProviderTerms {
  /** Display name: "Continue with …". */
  @IfPresent()
  @IsName()
  name?: string;

  /** Client id of this service at the provider. */
  @IfPresent()
  @IsCredential()
  client_id?: string;

  /** Stored encrypted and never returned. */
  @ApiProperty({ writeOnly: true, required: false })
  @IfPresent()
  @IsCredential()
  client_secret?: string;

  /** Email domains of the provider's users. */
  @IfPresent()
  @IsDomains()
  email_domains?: string[];
}
