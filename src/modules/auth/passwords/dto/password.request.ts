import { Transform } from 'class-transformer';
import { IsBoolean, IsEmail, IsString, Length, MaxLength, MinLength } from 'class-validator';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { trimmed } from '../../../../common/validation/trimmed.js';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../password-policy.js';
import { passwordText } from '../password-text.js';

export class ForgotPasswordRequest {
  @Transform(trimmed)
  @IsEmail()
  @MaxLength(254)
  email: string;
}

export class ResetPasswordRequest {
  /** End the account's API keys as well. Unless this is false they end: it is not known who made them. */
  @IfPresent()
  @IsBoolean()
  revoke_api_keys: boolean = true;

  /** From the mail, `pwr_…`. */
  @Transform(trimmed)
  @IsString()
  @Length(1, 128)
  token: string;

  /** Hard to guess, not made of the own name, address or organization, not the present password. */
  @Transform(passwordText)
  @IsString()
  @Length(PASSWORD_MIN_CHARS, PASSWORD_MAX_CHARS)
  new_password: string;
}

export class ChangePasswordRequest {
  /** End the caller's API keys as well. The answer says which go on working. */
  @IfPresent()
  @IsBoolean()
  revoke_api_keys: boolean = false;

  @Transform(passwordText)
  @IsString()
  @MinLength(1)
  @MaxLength(PASSWORD_MAX_CHARS)
  current_password: string;

  /** Hard to guess, not made of the own name, address or organization, not the present password. */
  @Transform(passwordText)
  @IsString()
  @Length(PASSWORD_MIN_CHARS, PASSWORD_MAX_CHARS)
  new_password: string;
}
