import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService, type User } from '../../users/user.service.js';
import { AccountMailQueue } from '../account-mails/account-mail-queue.service.js';
import { AccountLocked } from '../auth.events.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';

/** For the audit trail only. */
type Refusal = 'unknown_account' | 'account_suspended' | 'no_password' | 'wrong_password';

/** Purpose of the proof; the name of the action in the audit trail. */
export type ProvenFor = 'auth.login' | 'auth.step_up' | 'password.changed';

/** Verifies passwords. Responses and their timing are the same for every reason of failure. */
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
   * The user with the stored hash, or null for a wrong password, an unknown address, an account without a password
   * (invited users, service accounts) and a suspended account. Failures are counted and recorded as failures of
   * `action`. Call outside a transaction, which could roll the record back.
   * @throws AppError RATE_LIMIT_EXCEEDED after too many failures; SERVICE_UNAVAILABLE when too many attempts wait
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

  /** {@link verify} for a signed-in user. @throws AppError NOT_FOUND when the user does not exist */
  async confirm(userId: string, password: string, ip: string | null, action: ProvenFor): Promise<User | null> {
    const { email } = await this.users.get(userId);
    return this.verify(email, password, ip, action);
  }

  /** Rejects spellings that only the database's collation equates: each would have its own failure counter. */
  private async find(email: string): Promise<User | null> {
    const user = await this.users.findForLogin(email);
    return user?.email.toLowerCase() === email.toLowerCase() ? user : null;
  }

  /** Rehashes with the current parameters. Failures do not affect the login. */
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

  /** Another node rehashed first, or the password changed; then the user keeps the replaced hash. */
  private async followUpgrade(user: User, password: string): Promise<void> {
    const stored = (await this.users.findForLogin(user.email))?.password_hash ?? null;
    if (await this.hasher.verify(stored, password)) user.password_hash = stored;
  }

  private recordFailure(action: ProvenFor, user: User | null, reason: Refusal): Promise<void> {
    return this.audit.record({ action, result: 'failure', reason, ...whose(user) });
  }

  /** Records the lock and notifies the owner. Unknown addresses cost the same work without a mail. */
  private lock(user: User | null): Promise<void> {
    return this.db.transaction(async () => {
      await this.audit.record({ action: 'security.account_locked', reason: 'login_attempts', ...whose(user) });
      await this.mails.notify('account_locked', user?.id ?? null);
      if (user) await this.events.emit(new AccountLocked(user, 'login_attempts'));
    });
  }
}

/** Why the account cannot sign in with any password; null if it can. */
function refusalOf(user: User | null): Refusal | null {
  if (!user) return 'unknown_account';
  if (user.status !== 'active') return 'account_suspended';
  return user.password_hash === null ? 'no_password' : null;
}

/** Unknown accounts are recorded in the audit trail of the installation, without the address. */
function whose(user: User | null): { target?: { type: string; id: string }; organization_id: string | null } {
  if (!user) return { organization_id: null };
  return { target: { type: 'user', id: user.id }, organization_id: user.organization_id };
}
