import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { oneLine, trimmed } from '../../../../common/validation/transforms.js';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../passwords/password-policy.js';
import { passwordText } from '../../passwords/password-text.js';

export class AcceptInvitationRequest {
  /** Token from the mail, `inv_…`. */
  @Transform(trimmed)
  @IsString()
  @Length(1, 128)
  token: string;

  /** Display name. */
  @Transform(oneLine)
  @IsString()
  @Length(1, 200)
  name: string;

  /** Must be hard to guess and not derived from the user's name, address or organization. */
  @Transform(passwordText)
  @IsString()
  @Length(PASSWORD_MIN_CHARS, PASSWORD_MAX_CHARS)
  password: string;
}
