import { Transform } from 'class-transformer';
import { IsBoolean, IsEmail, IsString, MaxLength, MinLength } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { trimmed } from '../../../common/validation/trimmed.js';
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
  /** The refresh token of the last token set. */
  @IsString()
  @MinLength(1)
  @MaxLength(4096)
  refresh_token: string;
}

export class LogoutRequest {
  /** End every session of the user, not only this one. */
  @IfPresent()
  @IsBoolean()
  all_sessions?: boolean;

  /** With `all_sessions`: end the caller's API keys as well. */
  @IfPresent()
  @IsBoolean()
  revoke_api_keys?: boolean;
}
