import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService, type User } from '../../users/user.service.js';
import { PasswordCheck } from '../passwords/password-check.service.js';
import { sessionOf } from '../sessions/current-session.js';
import { SessionRenewal } from '../sessions/session-renewal.service.js';
import { SessionService, type ClientInfo, type Proof } from '../sessions/session.service.js';
import type { SignIn } from '../sign-in/sign-in.service.js';
import { TokenService } from '../tokens/token.service.js';
import type { Binding } from './challenges/mfa-challenge.repository.js';
import { answerOf, type GivenAnswer } from './factors/answer-of.js';
import { requireExactlyOne } from './factors/exactly-one.js';
import type { Answer } from './factors/second-factor.js';
import { SecondFactorService, type IssuedChallenge } from './factors/second-factor.service.js';
import { ProofCheck } from './proof-check.service.js';

export interface GivenProof extends GivenAnswer {
  password?: string;
  method_id?: string;
}

/** Confirms identity within a session. With a second factor only that is a recent proof; a password only updates `auth_time`. */
@Injectable()
export class StepUp {
  constructor(
    private readonly users: UserService,
    private readonly passwords: PasswordCheck,
    private readonly factors: SecondFactorService,
    private readonly proofs: ProofCheck,
    private readonly sessions: SessionService,
    private readonly renewals: SessionRenewal,
    private readonly tokens: TokenService,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /**
   * Takes exactly one proof; `method_id` alone requests a challenge.
   * @throws AppError FORBIDDEN (session_required) for the console, which leads to the sign-in pages instead; INVALID_REQUEST unless exactly
   * one proof is given; UNAUTHORIZED (invalid_credentials, mfa_failed); NOT_FOUND for a
   * method of another user; RATE_LIMIT_EXCEEDED; UPSTREAM_ERROR when a code cannot be sent
   */
  take(principal: Principal, given: GivenProof, client: ClientInfo): Promise<SignIn | IssuedChallenge> {
    if (principal.credential.type === 'session' && principal.credential.console) {
      throw new AppError('FORBIDDEN', 'The console cannot receive a token set', { reason: 'session_required' });
    }
    const { password, method_id: methodId, code, credential } = given;
    if (methodId !== undefined && password === undefined && code === undefined && credential === undefined) {
      return this.challenge(principal, methodId);
    }
    requireExactlyOne(given, ['password', 'code', 'credential']);
    return password === undefined
      ? this.byAnswer(principal, answerOf(given), methodId, client)
      : this.byPassword(principal, password, client);
  }

  private async byPassword(principal: Principal, password: string, { ip }: ClientInfo): Promise<SignIn> {
    const user = await this.passwords.confirm(principal.userId, password, ip, 'auth.step_up');
    if (!user) throw AppError.unauthorized('jwt', 'invalid_credentials');
    return this.complete(principal, user, { methods: ['pwd'], secondFactor: false });
  }

  private async byAnswer(
    principal: Principal,
    answer: Answer,
    methodId: string | undefined,
    { ip }: ClientInfo,
  ): Promise<SignIn> {
    const user = await this.users.get(principal.userId);
    const { amr } = await this.proofs.byAnswer(user, answer, { binding: bindingOf(principal), methodId, ip });
    return this.complete(principal, user, { methods: [amr, 'mfa'], secondFactor: true });
  }

  private async challenge(principal: Principal, methodId: string): Promise<IssuedChallenge> {
    const user = await this.users.get(principal.userId);
    return this.factors.challenge(user, methodId, bindingOf(principal));
  }

  private async complete(principal: Principal, user: User, proof: Proof): Promise<SignIn> {
    await this.sessions.writeActivity();
    const session = await this.db.transaction(async () => {
      const proven = await this.renewals.stepUp(sessionOf(principal), proof);
      await this.audit.record({
        action: 'auth.step_up',
        target: { type: 'user', id: user.id },
        details: { methods: proof.methods },
      });
      return proven;
    });
    return { user, session_id: session.id, ...(await this.tokens.issue(session)) };
  }
}

function bindingOf(principal: Principal): Binding {
  return { purpose: 'step_up', bound_to: sessionOf(principal) };
}
