import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { warnClient } from '../../../common/context/request-context.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService, type User } from '../../users/user.service.js';
import { OneTimeTokens } from '../account-mails/one-time-tokens.service.js';
import type { AuthenticationMethod } from '../sessions/session.entity.js';
import type { ClientInfo } from '../sessions/session.service.js';
import { SignInService, type SignIn } from '../sign-in/sign-in.service.js';
import type { Binding } from './challenges/mfa-challenge.repository.js';
import { answerOf, type GivenAnswer } from './factors/answer-of.js';
import { requireExactlyOne } from './factors/exactly-one.js';
import { SecondFactorService, type IssuedChallenge } from './factors/second-factor.service.js';
import type { MfaMethod } from './methods/mfa-method.entity.js';
import { ProofCheck } from './proof-check.service.js';

/** Seconds between password and second factor. */
const LIFETIME = 300;

/** The first factor (RFC 8176): a password, or a sign-in at the organization's identity provider. */
type FirstStep = 'pwd' | 'fed';

/** Values in the audit trail. */
const ACCEPTED: Readonly<Record<FirstStep, string>> = {
  pwd: 'auth.password_accepted',
  fed: 'auth.provider_accepted',
};

export interface MfaDemand {
  mfa_token: string;
  /** Seconds. */
  expires_in: number;
  methods: MfaMethod[];
}

export interface SecondStep extends GivenAnswer {
  mfa_token: string;
  method_id?: string;
  recovery_code?: string;
}

interface Begun {
  user: User;
  until: Date;
  binding: Binding;
}

/** The second step of a login. There is no session yet; the mfa_token represents the correct first factor. */
@Injectable()
export class MfaLogin {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly users: UserService,
    private readonly factors: SecondFactorService,
    private readonly proofs: ProofCheck,
    private readonly signIns: SignInService,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /**
   * Call after a correct password or sign-in at the identity provider. Parallel logins do not replace each other: a person can sign in on
   * two devices at once.
   * @param user with the verified hash: a password change revokes mfa_tokens under the same lock, so none outlives its password
   * @throws AppError UNAUTHORIZED (invalid_credentials) when the account or its password changed meanwhile
   */
  begin(user: User, first: FirstStep = 'pwd'): Promise<MfaDemand> {
    return this.db.transaction(async () => {
      if (!(await this.users.lockLogin(user))) throw AppError.unauthorized('jwt', 'invalid_credentials');
      const methods = await this.factors.list(user);
      const mfa_token = await this.tokens.issue('mfa', user.id, { lifetimeSeconds: LIFETIME, replaceEarlier: false });
      // Recorded although there is no session yet: an abandoned login can mean a stolen password.
      await this.audit.record({
        action: ACCEPTED[first],
        reason: 'second_factor_demanded',
        target: { type: 'user', id: user.id },
        organization_id: user.organization_id,
      });
      return { mfa_token, expires_in: LIFETIME, methods };
    });
  }

  /** Oldest first. @throws AppError UNAUTHORIZED (token_type mfa) */
  async listMethods(mfaToken: string): Promise<MfaMethod[]> {
    const { user } = await this.find(mfaToken);
    return this.factors.list(user);
  }

  /** @throws AppError UNAUTHORIZED (token_type mfa); errors of {@link SecondFactorService.challenge} */
  async challenge(mfaToken: string, methodId: string): Promise<IssuedChallenge> {
    const { user, binding, until } = await this.find(mfaToken);
    return this.factors.challenge(user, methodId, binding, until);
  }

  /**
   * Completes the login. Only a success consumes the mfa_token.
   * @throws AppError INVALID_REQUEST unless there is exactly one of code, recovery_code and credential; UNAUTHORIZED (token_type mfa;
   * mfa_failed for a wrong answer); NOT_FOUND for a method of another user; RATE_LIMIT_EXCEEDED after too many failures
   */
  async verify(step: SecondStep, client: ClientInfo, first: FirstStep = 'pwd'): Promise<SignIn> {
    requireExactlyOne(step, ['code', 'recovery_code', 'credential']);
    const { user, binding } = await this.find(step.mfa_token);
    const signIn = (amr: AuthenticationMethod, claim: () => Promise<void> = () => Promise.resolve()): Promise<SignIn> =>
      this.signIns.start(user, client, { methods: [first, amr, 'mfa'], secondFactor: true }, async () => {
        if (!(await this.tokens.use('mfa', step.mfa_token))) throw AppError.unauthorized('mfa', 'invalid');
        await claim();
      });
    if (step.recovery_code === undefined) {
      const answered = { binding, methodId: step.method_id, ip: client.ip };
      const { amr } = await this.proofs.byAnswer(user, answerOf(step), answered);
      return signIn(amr);
    }
    return this.proofs.byRecoveryCode(user, step.recovery_code, client.ip, (use) =>
      signIn('otp', async () => {
        const left = await use();
        this.db.afterCommit(() => warnClient(`Recovery codes left: ${left}`));
      }),
    );
  }

  /** Reads the account again: it may have been suspended or its factors reset since the first factor. */
  private async find(mfaToken: string): Promise<Begun> {
    const token = await this.tokens.find('mfa', mfaToken);
    const expiredAt = token ? null : await this.tokens.findExpiry('mfa', mfaToken);
    if (expiredAt) throw AppError.unauthorized('mfa', 'expired', { expired_at: expiredAt.toISOString() });
    const user = token && (await this.users.find(token.user_id));
    if (!token || user?.status !== 'active' || !user.mfa_enabled) throw AppError.unauthorized('mfa', 'invalid');
    return { user, until: token.expires_at, binding: { purpose: 'login', bound_to: token.id } };
  }
}
