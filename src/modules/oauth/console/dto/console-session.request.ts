import { Matches } from 'class-validator';

export class StartConsoleSessionRequest {
  /** The authorization code. */
  @Matches(/^[\w-]{1,256}$/, { message: 'must be an authorization code' })
  code: string;

  /** RFC 7636, 4.1. */
  @Matches(/^[\w.~-]{43,128}$/, { message: 'must be the verifier of the code_challenge' })
  code_verifier: string;
}
