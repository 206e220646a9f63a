import { Transform } from 'class-transformer';
import { IsEmail, IsString, Length, MaxLength, MinLength } from 'class-validator';
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
