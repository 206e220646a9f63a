import { ApiProperty } from '@nestjs/swagger';
import type { PasskeyQuestion } from '../passkey-login.service.js';

export class PasskeyOptionsResponse {
  /** Return it with the passkey's response. */
  challenge_id: string;
  /** Seconds. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;
  /** PublicKeyCredentialRequestOptionsJSON for `navigator.credentials.get()`; lists no credentials. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  public_key: object;

  static from({ challenge_id, expires_in, public_key }: PasskeyQuestion): PasskeyOptionsResponse {
    return { challenge_id, expires_in, public_key };
  }
}
