import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsEmail, IsString, Length, MaxLength, MinLength } from 'class-validator';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { trimmed } from '../../../../common/validation/transforms.js';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../password-policy.js';
import { passwordText } from '../password-text.js';

export class ForgotPasswordRequest {
  @Transform(trimmed)
  @IsEmail()
  @MaxLength(254)
  email: string;
}

export class ResetPasswordRequest {
  /** Whether to revoke the account's API keys as well. Defaults to true, because their creator is unknown. */
  @ApiProperty({ type: Boolean, required: false, default: true })
  @IfPresent()
  @IsBoolean()
  revoke_api_keys: boolean = true;

  /** Token from the mail, `pwr_…`. */
  @Transform(trimmed)
  @IsString()
  @Length(1, 128)
  token: string;

  /** Must be hard to guess, not derived from the user's name, address or organization, and not the current password. */
  @Transform(passwordText)
  @IsString()
  @Length(PASSWORD_MIN_CHARS, PASSWORD_MAX_CHARS)
  new_password: string;
}

export class ChangePasswordRequest {
  /** Also revokes the caller's API keys. The response lists keys that stay active. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  revoke_api_keys: boolean = false;

  @Transform(passwordText)
  @IsString()
  @MinLength(1)
  @MaxLength(PASSWORD_MAX_CHARS)
  current_password: string;

  /** Must be hard to guess, not derived from the user's name, address or organization, and not the current password. */
  @Transform(passwordText)
  @IsString()
  @Length(PASSWORD_MIN_CHARS, PASSWORD_MAX_CHARS)
  new_password: string;
}
