import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { newId } from '../../../../common/ids/type-id.js';
import type { User } from '../../../users/user.service.js';
import { MfaChallengeRepository, type Binding } from '../challenges/mfa-challenge.repository.js';
import type { MfaMethod, MfaType } from '../methods/mfa-method.entity.js';
import { MfaMethodRepository } from '../methods/mfa-method.repository.js';
import { EmailFactor } from './email-factor.js';
import { RefusedAnswer, type Answer, type SecondFactor } from './second-factor.js';
import { SendingLimits } from './sending-limits.service.js';
import { SmsFactor } from './sms-factor.js';
import { TotpFactor } from './totp-factor.js';
import { WebauthnFactor } from './webauthn-factor.js';

export interface IssuedChallenge {
  challenge_id: string;
  /** Seconds. */
  expires_in: number;
  public_key?: object;
}

@Injectable()
export class SecondFactorService {
  private readonly factors: ReadonlyMap<MfaType, SecondFactor>;

  constructor(
    private readonly methods: MfaMethodRepository,
    private readonly challenges: MfaChallengeRepository,
    private readonly limits: SendingLimits,
    private readonly db: Database,
    totp: TotpFactor,
    sms: SmsFactor,
    email: EmailFactor,
    webauthn: WebauthnFactor,
  ) {
    this.factors = new Map([totp, sms, email, webauthn].map((factor) => [factor.type, factor]));
  }

  of(type: MfaType): SecondFactor {
    const factor = this.factors.get(type);
    if (!factor) throw new Error(`no second factor of type ${type}`);
    return factor;
  }

  list(user: User): Promise<MfaMethod[]> {
    return this.methods.listActive(user.id);
  }

  /**
   * Sends a code or creates a security key's challenge, for an active method.
   * @param until latest expiry of the challenge
   * @throws AppError NOT_FOUND for a method of another user; RATE_LIMIT_EXCEEDED after too many codes; UPSTREAM_ERROR or UPSTREAM_TIMEOUT
   * when the code cannot be sent
   */
  async challenge(user: User, methodId: string, binding: Binding, until?: Date): Promise<IssuedChallenge> {
    const active = await this.list(user);
    const method = active.find(({ id }) => id === methodId);
    if (!method) throw AppError.notFound('mfa_method');
    return this.ask(user, method, binding, { active, until });
  }

  /** {@link challenge} for a loaded method, which can be pending. */
  async ask(
    user: User,
    method: MfaMethod,
    binding: Binding,
    { active, until }: { active: MfaMethod[]; until?: Date | undefined },
  ): Promise<IssuedChallenge> {
    const id = newId('mfa_challenge');
    const question = await this.of(method.type).ask({ challengeId: id, user, method, active, binding });
    const now = Date.now();
    const end = Math.min(now + question.lifetime * 1000, until?.getTime() ?? Infinity);
    await this.db.transaction(async () => {
      if (question.deliver) await this.limits.take(user, binding);
      await this.challenges.insert({
        id,
        user_id: user.id,
        method_id: method.id,
        ...binding,
        code_hash: question.code_hash,
        webauthn_challenge: question.webauthn_challenge,
        attempts: 0,
        expires_at: new Date(end),
        used_at: null,
        created_at: new Date(now),
      });
    });
    await question.deliver?.();
    const expires_in = Math.floor((end - now) / 1000);
    return { challenge_id: id, expires_in, ...(question.public_key && { public_key: question.public_key }) };
  }

  /**
   * The active method that the answer proves. Without `methodId`, a security key's response names its key, and a code is checked against
   * the authenticator apps, then against the last sent code. Call outside a transaction: see {@link SecondFactor.verify}.
   * @throws AppError NOT_FOUND when the account does not have the method
   */
  async prove(user: User, answer: Answer, binding: Binding, methodId?: string): Promise<MfaMethod | RefusedAnswer> {
    for (const method of await this.candidates(user, answer, binding, methodId)) {
      const verdict = await this.of(method.type).verify(method, answer, binding);
      if (verdict === 'cloned_key_suspected') return new RefusedAnswer(verdict);
      if (verdict === 'accepted') {
        await this.methods.touch(method.id);
        return method;
      }
    }
    return new RefusedAnswer('mfa_failed');
  }

  private async candidates(user: User, answer: Answer, binding: Binding, methodId?: string): Promise<MfaMethod[]> {
    const active = await this.list(user);
    if (methodId !== undefined) {
      const named = active.filter(({ id }) => id === methodId);
      if (named.length === 0) throw AppError.notFound('mfa_method');
      return named;
    }
    if (answer.credential) return active.filter(({ credential_id }) => credential_id === answer.credential.id);
    const asked = await this.challenges.findLatestMethod(binding);
    const apps = active.filter(({ type }) => type === 'totp');
    return [...apps, ...active.filter(({ id, type }) => id === asked && type !== 'totp')];
  }
}
