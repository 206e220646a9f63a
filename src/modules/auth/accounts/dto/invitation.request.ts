import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { oneLine, trimmed } from '../../../../common/validation/trimmed.js';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../passwords/password-policy.js';
import { passwordText } from '../../passwords/password-text.js';

export class AcceptInvitationRequest {
  /** From the mail, `inv_…`. */
  @Transform(trimmed)
  @IsString()
  @Length(1, 128)
  token: string;

  /** Display name. */
  @Transform(oneLine)
  @IsString()
  @Length(1, 200)
  name: string;

  /** Hard to guess, not made of the own name, address or organization. */
  @Transform(passwordText)
  @IsString()
  @Length(PASSWORD_MIN_CHARS, PASSWORD_MAX_CHARS)
  password: string;
}
