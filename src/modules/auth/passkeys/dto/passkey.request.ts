import { Type } from 'class-transformer';
import { IsObject, IsString, Length, ValidateNested } from 'class-validator';
import { AssertionCredentialRequest } from '../../mfa/webauthn/dto/webauthn.request.js';

export class PasskeyVerifyRequest {
  /** `challenge_id` of the options. */
  @IsString()
  @Length(1, 500)
  challenge_id: string;

  /** Response of the passkey: AuthenticationResponseJSON from `navigator.credentials.get()`. */
  @IsObject()
  @ValidateNested()
  @Type(() => AssertionCredentialRequest)
  credential: AssertionCredentialRequest;
}
