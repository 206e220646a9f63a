import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { AuditTrail, type AuditAct } from '../../audit/audit.service.js';
import type { User } from '../../users/user.service.js';
import { AccountMailQueue } from '../account-mails/account-mail-queue.service.js';
import { AccountLocked } from '../auth.events.js';
import { LoginThrottle } from '../passwords/login-throttle.js';
import type { AuthenticationMethod } from '../sessions/session.entity.js';
import type { Binding } from './challenges/mfa-challenge.repository.js';
import { RefusedAnswer, type Answer } from './factors/second-factor.js';
import { SecondFactorService } from './factors/second-factor.service.js';
import { RecoveryCodes } from './recovery-codes/recovery-code.service.js';

export interface SecondProof {
  /** Method reference (RFC 8176). */
  amr: AuthenticationMethod;
}

interface AnswerContext {
  binding: Binding;
  methodId: string | undefined;
  ip: string | null;
}

class WrongRecoveryCode extends Error {}

/** Verifies second factors with their own failure limit and records failures in the audit trail. */
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

  /** Call outside a transaction. @throws AppError UNAUTHORIZED (mfa_failed); NOT_FOUND for another user's method; RATE_LIMIT_EXCEEDED */
  byAnswer(user: User, answer: Answer, { binding, methodId, ip }: AnswerContext): Promise<SecondProof> {
    return this.attempt(user, ip, binding.purpose === 'login' ? 'auth.login' : 'auth.step_up', async () => {
      const outcome = await this.factors.prove(user, answer, binding, methodId);
      return outcome instanceof RefusedAnswer ? outcome : { amr: this.factors.of(outcome.type).amr };
    });
  }

  /**
   * Call outside a transaction, as {@link byAnswer}.
   * @param complete does what the code is for. Inside its transaction it calls the function it receives, which consumes the code and
   * returns the number left; a failure restores the code
   * @throws AppError UNAUTHORIZED (mfa_failed); RATE_LIMIT_EXCEEDED; errors of `complete`, which are not counted
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
