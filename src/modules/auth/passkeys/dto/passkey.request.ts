import { Type } from 'class-transformer';
import { IsObject, IsString, Length, ValidateNested } from 'class-validator';
import { AssertionCredentialRequest } from '../../mfa/webauthn/dto/webauthn.request.js';

export class PasskeyVerifyRequest {
  /** Of the options that the passkey answers. */
  @IsString()
  @Length(1, 500)
  challenge_id: string;

  /** What the passkey answered: AuthenticationResponseJSON, from `navigator.credentials.get()`. */
  @IsObject()
  @ValidateNested()
  @Type(() => AssertionCredentialRequest)
  credential: AssertionCredentialRequest;
}
