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
import { oneLine, trimmed } from '../../../../common/validation/trimmed.js';
import {
  DEFAULT_ROLES,
  MAPPED_ROLES,
  PROVIDER_KINDS,
  type DefaultRole,
  type MappedRole,
  type ProviderKind,
} from '../identity-provider.entity.js';

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

/** People whose claim has this value, or has it among its values, get the role, the team, or both. */
export class MappingRuleRequest {
  /** Name of a claim of the ID token or of userinfo; dots lead into nested ones (`realm_access.roles`). */
  @IsString()
  @Length(1, 200)
  claim: string;

  /** Compared to the last character; numbers and booleans as they are written. */
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

/** What create and update have in common. */
class IdentityProviderTerms {
  /** Tenant id of Entra ID: the issuer is made of it. */
  @IfPresent()
  @IsUUID('all')
  tenant?: string;

  /** Of OpenID Connect; not needed for google_workspace. */
  @ApiProperty({ required: false, example: 'https://acme.okta.com' })
  @IfPresent()
  @IsAddress()
  issuer?: string;

  /** Where people sign in. Of plain OAuth 2, together with `token_url` and `userinfo_url`, instead of `issuer`. */
  @IfPresent()
  @IsAddress()
  authorization_url?: string;

  /** Of plain OAuth 2: where codes become tokens. */
  @IfPresent()
  @IsAddress()
  token_url?: string;

  /** Of plain OAuth 2. Answers `sub` (or `id`), `email`, `email_verified` and perhaps `name`. */
  @IfPresent()
  @IsAddress()
  userinfo_url?: string;

  /** What is asked for. A new provider's are `openid profile email` for OpenID Connect and `email` otherwise. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @Matches(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, { each: true, message: 'scopes must be scope tokens' })
  scopes?: string[];

  /** Role of people who sign in for the first time and of those whom no rule fits. */
  @ApiProperty({ enum: DEFAULT_ROLES, enumName: 'DefaultRole', required: false })
  @IfPresent()
  @IsIn(DEFAULT_ROLES)
  default_role?: DefaultRole;

  /** Team of people who sign in for the first time and of those whom no rule about teams fits; null for none. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: 64 })
  @IfPresentOrNull()
  @IsString()
  @MaxLength(64)
  default_team_id?: string | null;

  /**
   * Applied at every sign-in. The first rule that fits and names a role decides the role, the first that names a team the
   * team; where none fits, the defaults hold. Without rules roles and teams stay as administrators set them.
   */
  @ApiProperty({ type: () => [MappingRuleRequest], required: false })
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @ValidateNested({ each: true })
  @Type(() => MappingRuleRequest)
  role_mapping?: MappingRuleRequest[];

  /** Ceiling of the roles that this provider gives: nothing in `role_mapping` and `default_role` may be above it. Null for none. */
  @ApiProperty({ enum: MAPPED_ROLES, enumName: 'MappedRole', nullable: true, required: false })
  @IfPresentOrNull()
  @IsIn(MAPPED_ROLES)
  max_role?: MappedRole | null;

  /** Whether people can sign in through it. */
  @IfPresent()
  @IsBoolean()
  enabled?: boolean;
}

export class CreateIdentityProviderRequest extends IdentityProviderTerms {
  /** Entra ID takes `tenant` or `issuer`, Okta `issuer`, Google Workspace neither, others `issuer` or the three URLs. */
  @ApiProperty({ enum: PROVIDER_KINDS, enumName: 'IdentityProviderKind' })
  @IsIn(PROVIDER_KINDS)
  kind: ProviderKind;

  /** As people read it: "Continue with …". */
  @IsName()
  name: string;

  /** As which this service is registered at the provider. */
  @IsCredential()
  client_id: string;

  /** Stored encrypted; no answer shows it. */
  @ApiProperty({ writeOnly: true })
  @IsCredential()
  client_secret: string;

  /** Domains whose e-mail addresses the provider speaks for, once they are verified. Each belongs to one of your providers. */
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

/** Other endpoints or another `client_id` need the `client_secret` again, and people are linked anew. */
export class UpdateIdentityProviderRequest extends IdentityProviderTerms {
  /** As people read it: "Continue with …". */
  @IfPresent()
  @IsName()
  name?: string;

  /** As which this service is registered at the provider. */
  @IfPresent()
  @IsCredential()
  client_id?: string;

  /** Stored encrypted; no answer shows it. */
  @ApiProperty({ writeOnly: true, required: false })
  @IfPresent()
  @IsCredential()
  client_secret?: string;

  /** Domains whose e-mail addresses the provider speaks for. */
  @IfPresent()
  @IsDomains()
  email_domains?: string[];
}
