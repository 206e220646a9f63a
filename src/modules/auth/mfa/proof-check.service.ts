import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { AuditTrail, type AuditAct } from '../../audit/audit.service.js';
import type { User } from '../../users/user.service.js';
import { AccountMailQueue } from '../accounts/account-mail-queue.service.js';
import { AccountLocked } from '../auth.events.js';
import { LoginThrottle } from '../passwords/login-throttle.js';
import type { AuthenticationMethod } from '../sessions/session.entity.js';
import type { Binding } from './challenges/mfa-challenge.repository.js';
import { RefusedAnswer, type Answer } from './factors/second-factor.js';
import { SecondFactorService } from './factors/second-factor.service.js';
import { RecoveryCodes } from './recovery-codes/recovery-code.service.js';

/** An accepted second factor. */
export interface SecondProof {
  /** How RFC 8176 calls it. */
  amr: AuthenticationMethod;
}

interface AnswerContext {
  binding: Binding;
  methodId: string | undefined;
  ip: string | null;
}

/** Takes the transaction around it back. */
class WrongRecoveryCode extends Error {}

/** The second factor held against its limit of failures, which is apart from the password's, and told to the audit trail. */
@Injectable()
export class ProofCheck {
  constructor(
    private readonly factors: SecondFactorService,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly throttle: LoginThrottle,
    private readonly audit: AuditTrail,
    private readonly mails: AccountMailQueue,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  /**
   * Not inside a transaction: failures stay counted.
   *
   * @throws AppError UNAUTHORIZED (mfa_failed); NOT_FOUND for a method of somebody else; RATE_LIMIT_EXCEEDED
   */
  byAnswer(user: User, answer: Answer, { binding, methodId, ip }: AnswerContext): Promise<SecondProof> {
    return this.attempt(user, ip, binding.purpose === 'login' ? 'auth.login' : 'auth.step_up', async () => {
      const outcome = await this.factors.prove(user, answer, binding, methodId);
      return outcome instanceof RefusedAnswer ? outcome : { amr: this.factors.of(outcome.type).amr };
    });
  }

  /**
   * Not inside a transaction, as {@link byAnswer}.
   *
   * @param complete does what the code is for. It calls what it is given inside its transaction, which uses the code up and
   * answers how many are left: so no code is lost to what then fails
   * @throws AppError UNAUTHORIZED (mfa_failed); RATE_LIMIT_EXCEEDED; what `complete` throws, which is no failure
   */
  byRecoveryCode<T>(
    user: User,
    code: string,
    ip: string | null,
    complete: (use: () => Promise<number>) => Promise<T>,
  ): Promise<T> {
    return this.attempt(user, ip, 'auth.login', async () => {
      try {
        return await complete(() => this.useRecoveryCode(user, code));
      } catch (error) {
        if (error instanceof WrongRecoveryCode) return new RefusedAnswer('mfa_failed');
        throw error;
      }
    });
  }

  private async useRecoveryCode(user: User, code: string): Promise<number> {
    const left = await this.recoveryCodes.use(user.id, code);
    if (left === null) throw new WrongRecoveryCode();
    await this.audit.record({ action: 'mfa.recovery_code_used', details: { left }, ...by(user) });
    await this.mails.notify('recovery_code_used', user.id);
    return left;
  }

  private async attempt<T>(
    user: User,
    ip: string | null,
    action: string,
    check: () => Promise<T | RefusedAnswer>,
  ): Promise<T> {
    const proof = await this.throttle.attempt({
      kind: 'second_factor',
      account: user.id,
      ip,
      check: async () => {
        const found = await check();
        if (!(found instanceof RefusedAnswer)) return found;
        await this.recordRefusal(user, action, found);
        return null;
      },
      onLocked: () => this.lock(user),
    });
    if (!proof) throw AppError.unauthorized('mfa', 'mfa_failed');
    return proof;
  }

  private recordRefusal(user: User, action: string, { reason }: RefusedAnswer): Promise<void> {
    return this.db.transaction(async () => {
      await this.audit.record({ action, result: 'failure', reason, ...by(user) });
      if (reason === 'cloned_key_suspected') await this.mails.notify(reason, user.id);
    });
  }

  private lock(user: User): Promise<void> {
    return this.db.transaction(async () => {
      await this.audit.record({ action: 'security.account_locked', reason: 'second_factor_attempts', ...by(user) });
      await this.mails.notify('account_locked', user.id);
      await this.events.emit(new AccountLocked(user, 'second_factor_attempts'));
    });
  }
}

function by({ id, organization_id }: User): Pick<AuditAct, 'target' | 'organization_id'> {
  return { target: { type: 'user', id }, organization_id };
}
