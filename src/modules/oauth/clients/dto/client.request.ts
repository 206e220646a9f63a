import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { oneLine } from '../../../../common/validation/transforms.js';
import { SCOPES, type Scope } from '../../scopes.js';
import { IsRedirectUri } from '../is-redirect-uri.decorator.js';

const MAX_REDIRECT_URIS = 20;
const MAX_GRACE_SECONDS = 604_800;

const IsName = (): PropertyDecorator => applyDecorators(Transform(oneLine), IsString(), Length(1, 100));
const IsRedirectUris = (): PropertyDecorator =>
  applyDecorators(
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(MAX_REDIRECT_URIS),
    ArrayUnique(),
    IsRedirectUri({ each: true }),
  );
const IsScopes = (): PropertyDecorator =>
  applyDecorators(IsArray(), ArrayMinSize(1), ArrayUnique(), IsIn(SCOPES, { each: true }));

export class CreateClientRequest {
  /** Name shown to users on the consent page. */
  @IsName()
  name: string;

  /** Exact redirect URIs for sign-in and sign-out: https, or http on a loopback address. */
  @ApiProperty({ type: [String], maxItems: MAX_REDIRECT_URIS, example: ['https://app.example.com/callback'] })
  @IsRedirectUris()
  redirect_uris: string[];

  /** Scopes that the client can request: openid, profile, email, offline_access and permissions. */
  @ApiProperty({ enum: SCOPES, enumName: 'OAuthScope', isArray: true })
  @IsScopes()
  scopes: Scope[];

  /** `confidential` if the client can keep a secret; `public` for browser, mobile and desktop applications. */
  @ApiProperty({ enum: ['public', 'confidential'] })
  @IsIn(['public', 'confidential'])
  type: 'public' | 'confidential';

  /** First-party client: its users need no api.access and are not asked for consent. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  first_party: boolean = false;
}

export class UpdateClientRequest {
  /** Name shown to users on the consent page. */
  @IfPresent()
  @IsName()
  name?: string;

  /** As for a new client. */
  @ApiProperty({ type: [String], maxItems: MAX_REDIRECT_URIS, required: false })
  @IfPresent()
  @IsRedirectUris()
  redirect_uris?: string[];

  /** Scopes that the client can request. Removed scopes stop working immediately, in issued tokens too. */
  @ApiProperty({ enum: SCOPES, enumName: 'OAuthScope', isArray: true, required: false })
  @IfPresent()
  @IsScopes()
  scopes?: Scope[];

  /** First-party client: its users need no api.access and are not asked for consent. */
  @IfPresent()
  @IsBoolean()
  first_party?: boolean;
}

export class RotateSecretRequest {
  /** Seconds for which the replaced secret keeps working. Defaults to one day; 0 ends it immediately. */
  @ApiProperty({ type: 'integer', required: false })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_SECONDS)
  grace_period_seconds: number = 86_400;
}
