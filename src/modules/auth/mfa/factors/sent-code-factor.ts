import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Secrets } from '../../../../common/crypto/secrets.js';
import type { User } from '../../../users/user.service.js';
import type { AuthenticationMethod } from '../../sessions/session.entity.js';
import { MfaChallengeRepository, type Binding } from '../challenges/mfa-challenge.repository.js';
import type { MfaMethod, MfaType } from '../methods/mfa-method.entity.js';
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

const PURPOSE = 'second factor codes';
/** Seconds. */
const LIFETIME = 600;

/** A six-digit code sent to the owner. Stored as an HMAC: the table alone does not reveal which of the million codes it is. */
export abstract class SentCodeFactor implements SecondFactor {
  abstract readonly type: MfaType;
  abstract readonly label: string;
  abstract readonly amr: AuthenticationMethod;

  constructor(
    private readonly challenges: MfaChallengeRepository,
    protected readonly secrets: Secrets,
  ) {}

  abstract prepare(user: User, enrolment: Enrolment): Prepared;

  /** @param minutes lifetime of the code */
  protected abstract send(user: User, method: MfaMethod, code: string, minutes: number): Promise<void>;

  ask({ challengeId, user, method }: Asked): Promise<Question> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return Promise.resolve({
      code_hash: hashOf(this.secrets.deriveKey(PURPOSE), challengeId, code),
      webauthn_challenge: null,
      lifetime: LIFETIME,
      deliver: () => this.send(user, method, code, LIFETIME / 60),
    });
  }

  async verify(method: MfaMethod, answer: Answer, binding: Binding): Promise<Verdict> {
    if (answer.code === undefined) return 'refused';
    const sent = await this.challenges.countGuess(method.id, binding);
    if (!sent) return 'refused';
    const keys = this.secrets.deriveKeys(PURPOSE);
    const matches = keys.some((key) => timingSafeEqual(sent.code_hash, hashOf(key, sent.id, answer.code)));
    return verdictOf(matches && (await this.challenges.use(sent.id)));
  }
}

function hashOf(key: Buffer, challengeId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${challengeId}:${code}`).digest();
}
