import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService, type User } from '../../users/user.service.js';
import { AccountMailQueue } from '../accounts/account-mail-queue.service.js';
import { AccountLocked } from '../auth.events.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';

/** Why a password did not sign somebody in; for the audit trail alone. */
type Refusal = 'unknown_account' | 'account_suspended' | 'no_password' | 'wrong_password';

/** What the password is asked for; the name of the act in the audit trail. */
export type ProvenFor = 'auth.login' | 'auth.step_up' | 'password.changed';

/** The first factor. Answers and times are the same whatever it was that did not fit. */
@Injectable()
export class PasswordCheck {
  private readonly logger = new Logger(PasswordCheck.name);

  constructor(
    private readonly users: UserService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly audit: AuditTrail,
    private readonly mails: AccountMailQueue,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  /**
   * The user whose password it is, with its stored hash, or null: for a wrong password, an address by which nobody signs in
   * (of an invited person or a service account too), a suspended account and one without a password. Failures count, and are recorded as failures of `action`.
   * Not inside a transaction, which would take the record back with what follows a failure.
   *
   * @throws AppError RATE_LIMIT_EXCEEDED after too many failures; SERVICE_UNAVAILABLE when too many sign in at once
   */
  verify(email: string, password: string, ip: string | null, action: ProvenFor = 'auth.login'): Promise<User | null> {
    let user: User | null = null;
    return this.throttle.attempt({
      kind: 'password',
      account: email,
      ip,
      check: async () => {
        user = await this.find(email);
        const refusal = refusalOf(user);
        const matches = await this.hasher.verify(refusal === null ? (user?.password_hash ?? null) : null, password);
        if (matches && user) await this.upgrade(user, password);
        else await this.recordFailure(action, user, refusal ?? 'wrong_password');
        return matches ? user : null;
      },
      onLocked: () => this.lock(user),
    });
  }

  /** {@link verify} for a user who is signed in. @throws AppError NOT_FOUND when there is no such user */
  async confirm(userId: string, password: string, ip: string | null, action: ProvenFor): Promise<User | null> {
    const { email } = await this.users.get(userId);
    return this.verify(email, password, ip, action);
  }

  /** Not by a spelling that only the database takes for the same: it would have ten attempts of its own. */
  private async find(email: string): Promise<User | null> {
    const user = await this.users.findForLogin(email);
    return user?.email.toLowerCase() === email.toLowerCase() ? user : null;
  }

  /** Makes the hash anew when it is weaker than what is set now. A login does not fail for it. */
  private async upgrade(user: User, password: string): Promise<void> {
    const present = user.password_hash;
    if (present === null || !this.hasher.needsRehash(present)) return;
    try {
      const renewed = await this.hasher.hash(password);
      if (await this.users.setPasswordHash(user.id, renewed, present)) user.password_hash = renewed;
      else await this.followUpgrade(user, password);
    } catch (error) {
      this.logger.warn({ user_id: user.id, err: error }, 'a password hash could not be upgraded');
    }
  }

  /** Another node renewed the hash first; or the password was changed, and then the user keeps the hash that is no more. */
  private async followUpgrade(user: User, password: string): Promise<void> {
    const stored = (await this.users.findForLogin(user.email))?.password_hash ?? null;
    if (await this.hasher.verify(stored, password)) user.password_hash = stored;
  }

  private recordFailure(action: ProvenFor, user: User | null, reason: Refusal): Promise<void> {
    return this.audit.record({ action, result: 'failure', reason, ...whose(user) });
  }

  /** Tells the trail and the owner. For an address without an account the same is done, save that nobody gets a mail. */
  private lock(user: User | null): Promise<void> {
    return this.db.transaction(async () => {
      await this.audit.record({ action: 'security.account_locked', reason: 'login_attempts', ...whose(user) });
      await this.mails.notify('account_locked', user?.id ?? null);
      if (user) await this.events.emit(new AccountLocked(user, 'login_attempts'));
    });
  }
}

/** Why the account signs nobody in by password, whatever the password; null when it does. */
function refusalOf(user: User | null): Refusal | null {
  if (!user) return 'unknown_account';
  if (user.status !== 'active') return 'account_suspended';
  return user.password_hash === null ? 'no_password' : null;
}

/** Of an unknown account the trail of the installation tells, without the address that was tried. */
function whose(user: User | null): { target?: { type: string; id: string }; organization_id: string | null } {
  if (!user) return { organization_id: null };
  return { target: { type: 'user', id: user.id }, organization_id: user.organization_id };
}
