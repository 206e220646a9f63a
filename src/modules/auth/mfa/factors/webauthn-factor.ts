import { Injectable } from '@nestjs/common';
import type { User } from '../../../users/user.service.js';
import { MfaChallengeRepository, type Binding } from '../challenges/mfa-challenge.repository.js';
import type { MfaMethod } from '../methods/mfa-method.entity.js';
import { MfaMethodRepository } from '../methods/mfa-method.repository.js';
import type { AssertionCredentialRequest, RegistrationCredentialRequest } from '../webauthn/dto/webauthn.request.js';
import type { StoredCredential } from '../webauthn/stored-credential.js';
import { WebauthnVerifier } from '../webauthn/webauthn-verifier.js';
import { refusePhone } from './refuse-phone.js';
import type { Answer, Asked, Enrolment, Prepared, Question, SecondFactor } from './second-factor.js';

/** As long as a browser waits for its owner (`timeout` of the options). Seconds. */
const LIFETIME = 300;

/** A security key: its question is signed, so there is nothing that a false page could pass on. */
@Injectable()
export class WebauthnFactor implements SecondFactor {
  readonly type = 'webauthn';
  readonly label = 'Security key';
  readonly amr = 'hwk';

  constructor(
    private readonly methods: MfaMethodRepository,
    private readonly challenges: MfaChallengeRepository,
    private readonly verifier: WebauthnVerifier,
  ) {}

  prepare(_user: User, enrolment: Enrolment): Prepared {
    refusePhone(enrolment);
    return { columns: { hint: null } };
  }

  async ask({ user, method, active, binding }: Asked): Promise<Question> {
    const options =
      binding.purpose === 'activate'
        ? await this.verifier.creationOptions({ user, existing: active.flatMap(credentialOf) })
        : await this.verifier.requestOptions(credentialOf(method));
    return { code_hash: null, webauthn_challenge: options.challenge, lifetime: LIFETIME, public_key: options };
  }

  async verify(method: MfaMethod, { credential }: Answer, binding: Binding): Promise<boolean> {
    if (!credential) return false;
    const question = await this.challenges.spendQuestion(method.id, binding);
    if (question === null) return false;
    return binding.purpose === 'activate'
      ? this.register(method, credential as RegistrationCredentialRequest, question)
      : this.assert(method, credential as AssertionCredentialRequest, question);
  }

  private async register(
    method: MfaMethod,
    credential: RegistrationCredentialRequest,
    question: string,
  ): Promise<boolean> {
    const stored = await this.verifier.verifyRegistration(credential, question);
    if (!stored) return false;
    await this.methods.saveCredential(method.id, stored);
    return true;
  }

  private async assert(method: MfaMethod, credential: AssertionCredentialRequest, question: string): Promise<boolean> {
    const [stored] = credentialOf(method);
    if (!stored) return false;
    const verified = await this.verifier.verifyAssertion(credential, question, stored);
    if (!verified) return false;
    return this.methods.advanceCounter(method.id, stored.sign_count, verified.newCounter, verified.backedUp);
  }
}

/** The key of a method that has one. */
function credentialOf(method: MfaMethod): StoredCredential[] {
  const { credential_id, public_key, sign_count, transports, aaguid, backed_up } = method;
  if (credential_id === null || public_key === null) return [];
  return [
    {
      credential_id,
      public_key,
      sign_count: Number(sign_count),
      transports: transports ?? [],
      aaguid: aaguid ?? '',
      backed_up: backed_up === true,
    },
  ];
}
