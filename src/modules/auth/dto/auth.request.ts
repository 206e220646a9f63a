import { Transform } from 'class-transformer';
import { IsBoolean, IsEmail, IsString, MaxLength, MinLength } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { trimmed } from '../../../common/validation/transforms.js';
import { passwordText } from '../passwords/password-text.js';

export class LoginRequest {
  @Transform(trimmed)
  @IsEmail()
  @MaxLength(254)
  email: string;

  @Transform(passwordText)
  @IsString()
  @MinLength(1)
  @MaxLength(128)
  password: string;
}

export class RefreshRequest {
  /** Refresh token of the last token set. */
  @IsString()
  @MinLength(1)
  @MaxLength(4096)
  refresh_token: string;
}

export class LogoutRequest {
  /** Ends every session of the user, not only this one. */
  @IfPresent()
  @IsBoolean()
  all_sessions?: boolean;

  /** With `all_sessions`: also revokes the caller's API keys. */
  @IfPresent()
  @IsBoolean()
  revoke_api_keys?: boolean;
}
