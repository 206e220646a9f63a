import { Injectable } from '@nestjs/common';
import type { User } from '../../../users/user.service.js';
import { MfaChallengeRepository, type Binding } from '../challenges/mfa-challenge.repository.js';
import type { MfaMethod } from '../methods/mfa-method.entity.js';
import { MfaMethodRepository } from '../methods/mfa-method.repository.js';
import type { AssertionCredentialRequest, RegistrationCredentialRequest } from '../webauthn/dto/webauthn.request.js';
import { credentialOf } from '../webauthn/stored-credential.js';
import { WebauthnVerifier } from '../webauthn/webauthn-verifier.js';
import { refusePhone } from './refuse-phone.js';
import {
  verdictOf,
  type Answer,
  type Asked,
  type Enrolment,
  type Prepared,
  type Question,
  type SecondFactor,
  type Verdict,
} from './second-factor.js';

/** Timeout of the browser's prompt (`timeout` of the options), in seconds. */
const LIFETIME = 300;

/** A security key signs its challenge for one origin, so phishing pages cannot relay it. */
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
    return { columns: { hint: null, passwordless: enrolment.passwordless === true } };
  }

  async ask({ user, method, active, binding }: Asked): Promise<Question> {
    const options =
      binding.purpose === 'activate'
        ? await this.verifier.creationOptions({
            user,
            existing: active.flatMap(credentialOf),
            isDiscoverable: method.passwordless,
          })
        : await this.verifier.requestOptions(credentialOf(method));
    return { code_hash: null, webauthn_challenge: options.challenge, lifetime: LIFETIME, public_key: options };
  }

  async verify(method: MfaMethod, { credential }: Answer, binding: Binding): Promise<Verdict> {
    if (!credential) return 'refused';
    const question = await this.challenges.spendQuestion(method.id, binding);
    if (question === null) return 'refused';
    return binding.purpose === 'activate'
      ? this.register(method, credential as RegistrationCredentialRequest, question)
      : this.assert(method, credential as AssertionCredentialRequest, question);
  }

  private async register(
    method: MfaMethod,
    credential: RegistrationCredentialRequest,
    question: string,
  ): Promise<Verdict> {
    const stored = await this.verifier.verifyRegistration(credential, question);
    if (!stored) return 'refused';
    await this.methods.saveCredential(method.id, stored);
    return 'accepted';
  }

  private async assert(method: MfaMethod, credential: AssertionCredentialRequest, question: string): Promise<Verdict> {
    const [stored] = credentialOf(method);
    if (!stored) return 'refused';
    const verified = await this.verifier.verifyAssertion(credential, question, { ...stored, user_id: method.user_id });
    if (!verified) return 'refused';
    if (verified === 'cloned_key_suspected') return verified;
    const { newCounter, backedUp } = verified;
    return verdictOf(await this.methods.advanceCounter(method.id, stored.sign_count, newCounter, backedUp));
  }
}
