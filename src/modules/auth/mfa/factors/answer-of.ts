import { requireExactlyOne } from './exactly-one.js';
import type { AssertionCredentialRequest, RegistrationCredentialRequest } from '../webauthn/dto/webauthn.request.js';
import type { Answer } from './second-factor.js';

/** An answer as it comes in a body. */
export interface GivenAnswer {
  code?: string;
  credential?: RegistrationCredentialRequest | AssertionCredentialRequest;
}

/** The one answer that is given. @throws AppError INVALID_REQUEST when there is none, or two */
export function answerOf(given: GivenAnswer): Answer {
  requireExactlyOne(given, ['code', 'credential']);
  const { code = '', credential } = given;
  return credential ? { credential } : { code };
}
