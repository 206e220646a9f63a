import { requireExactlyOne } from './exactly-one.js';
import type { AssertionCredentialRequest, RegistrationCredentialRequest } from '../webauthn/dto/webauthn.request.js';
import type { Answer } from './second-factor.js';

export interface GivenAnswer {
  code?: string;
  credential?: RegistrationCredentialRequest | AssertionCredentialRequest;
}

/** @throws AppError INVALID_REQUEST unless exactly one answer is given */
export function answerOf(given: GivenAnswer): Answer {
  requireExactlyOne(given, ['code', 'credential']);
  const { code = '', credential } = given;
  return credential ? { credential } : { code };
}
