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
import { oneLine } from '../../../../common/validation/trimmed.js';
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
  /** What users are shown when they are asked for consent. */
  @IsName()
  name: string;

  /**
   * Where users may be sent back to, exactly as the client will write it; also after signing out. https, or http on
   * a loopback address.
   */
  @ApiProperty({ type: [String], maxItems: MAX_REDIRECT_URIS, example: ['https://app.example.com/callback'] })
  @IsRedirectUris()
  redirect_uris: string[];

  /** The most that it may ask for: openid, profile, email, offline_access and permissions. */
  @ApiProperty({ enum: SCOPES, enumName: 'OAuthScope', isArray: true })
  @IsScopes()
  scopes: Scope[];

  /** Whether it can keep a secret. What runs in a browser or on a user's device cannot: public. */
  @ApiProperty({ enum: ['public', 'confidential'] })
  @IsIn(['public', 'confidential'])
  type: 'public' | 'confidential';

  /** The organization's own: its users need no api.access for it and are not asked for consent. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  first_party: boolean = false;
}

export class UpdateClientRequest {
  /** What users are shown when they are asked for consent. */
  @IfPresent()
  @IsName()
  name?: string;

  /** As for a new client. */
  @ApiProperty({ type: [String], maxItems: MAX_REDIRECT_URIS, required: false })
  @IfPresent()
  @IsRedirectUris()
  redirect_uris?: string[];

  /** The most that it may ask for; what is left out stops working at once, in tokens given before too. */
  @ApiProperty({ enum: SCOPES, enumName: 'OAuthScope', isArray: true, required: false })
  @IfPresent()
  @IsScopes()
  scopes?: Scope[];

  /** The organization's own: its users need no api.access for it and are not asked for consent. */
  @IfPresent()
  @IsBoolean()
  first_party?: boolean;
}

export class RotateSecretRequest {
  /** How long the secret that is replaced still works, in seconds: a day unless said otherwise, 0 to end it at once. */
  @ApiProperty({ type: 'integer', required: false })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_SECONDS)
  grace_period_seconds: number = 86_400;
}
