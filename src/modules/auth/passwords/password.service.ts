import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService, type User } from '../../users/user.service.js';
import { AccountMailQueue, type AccountNotice } from '../account-mails/account-mail-queue.service.js';
import { invalidToken, OneTimeTokens } from '../account-mails/one-time-tokens.service.js';
import { sessionOf } from '../sessions/current-session.js';
import { SessionService } from '../sessions/session.service.js';
import { StandingAccessService, type StandingAccess } from '../sign-in/standing-access.service.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordCheck } from './password-check.service.js';
import { PasswordHasher } from './password-hasher.js';
import { passwordIssue } from './password-policy.js';
import { ResetLimits } from '../attempts/reset-limits.js';

export interface PasswordChange {
  current: string;
  newPassword: string;
  /** Whether to revoke the user's API keys. */
  revokeKeys: boolean;
}

const SAME_AS_PRESENT = 'must differ from the current password';

@Injectable()
export class PasswordService {
  constructor(
    private readonly users: UserService,
    private readonly hasher: PasswordHasher,
    private readonly check: PasswordCheck,
    private readonly throttle: LoginThrottle,
    private readonly limits: ResetLimits,
    private readonly tokens: OneTimeTokens,
    private readonly sessions: SessionService,
    private readonly standing: StandingAccessService,
    private readonly mails: AccountMailQueue,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /**
   * Queues a mail with a link. The account is looked up when the mail is sent, so neither the response nor its timing reveals whether it
   * exists.
   * @throws AppError RATE_LIMIT_EXCEEDED after too many requests of the client address
   */
  async requestReset(email: string, ip: string | null): Promise<void> {
    await this.limits.countRequest(ip);
    await this.db.transaction(async () => {
      await this.mails.sendResetLink(email);
      await this.audit.record({ action: 'password.reset_requested', organization_id: null });
    });
  }

  /**
   * Sets the token owner's password, ends their sessions and clears failed logins. Second factors stay. Returns what still acts for the
   * user; null for an account with a second factor, since access to the mailbox alone must not reveal it.
   * @throws AppError INVALID_REQUEST for an unknown, used, expired or revoked token (field token) and for an unacceptable password (field
   * new_password), which does not consume the token
   */
  async reset(token: string, newPassword: string, revokeKeys: boolean): Promise<StandingAccess | null> {
    const { user_id: userId } = await this.findToken(token);
    const user = await this.findWithPassword(userId);
    if (!user) throw invalidToken();
    await this.requireGood(newPassword, user);
    if (await this.hasher.verify(user.password_hash, newPassword)) throw invalidPassword(SAME_AS_PRESENT);
    const passwordHash = await this.hasher.hash(newPassword);
    return this.db.transaction(async () => {
      if (!(await this.tokens.use('password_reset', token))) throw invalidToken();
      await this.users.setPasswordHash(user.id, passwordHash);
      await this.sessions.endAll(user.id, 'password_reset');
      await this.settle(user, 'password_reset', { type: 'user', id: user.id });
      await this.throttle.forget('password', user.email);
      const left = await this.standing.settle(user.id, revokeKeys, 'password_reset');
      return user.mfa_enabled ? null : left;
    });
  }

  /**
   * Changes the password and ends the caller's other sessions. Returns what still acts for them.
   * @throws AppError UNAUTHORIZED (invalid_credentials) for a wrong current password, which counts as a failed login; INVALID_REQUEST
   * (field new_password); CONFLICT (no_password) for single sign-on accounts; RATE_LIMIT_EXCEEDED
   */
  async change(
    principal: Principal,
    { current, newPassword, revokeKeys }: PasswordChange,
    ip: string | null,
  ): Promise<StandingAccess> {
    const user = await this.findWithPassword(principal.userId);
    if (!user) throw AppError.conflict('no_password', 'This account has no password');
    await this.requireGood(newPassword, user);
    if (newPassword === current) throw invalidPassword(SAME_AS_PRESENT);
    const proven = await this.check.verify(user.email, current, ip, 'password.changed');
    if (!proven) throw AppError.unauthorized('jwt', 'invalid_credentials');
    const passwordHash = await this.hasher.hash(newPassword);
    return this.db.transaction(async () => {
      const isCurrent = await this.users.setPasswordHash(user.id, passwordHash, proven.password_hash);
      if (!isCurrent) throw AppError.unauthorized('jwt', 'invalid_credentials');
      await this.sessions.endAll(user.id, 'password_changed', sessionOf(principal));
      await this.settle(user, 'password_changed');
      return this.standing.settle(user.id, revokeKeys, 'password_changed');
    });
  }

  /** Revokes pending tokens and mails the owner after any change of the password. */
  private async settle(user: User, notice: AccountNotice, actor?: { type: 'user'; id: string }): Promise<void> {
    await this.tokens.revokeAll(user.id, 'password_reset');
    await this.tokens.revokeAll(user.id, 'mfa');
    await this.audit.record({
      action: notice === 'password_reset' ? 'password.reset' : 'password.changed',
      target: { type: 'user', id: user.id },
      actor,
      organization_id: user.organization_id,
    });
    await this.mails.notify(notice, user.id);
  }

  private async requireGood(newPassword: string, user: User): Promise<void> {
    const organization = await this.users.organizationNameOf(user);
    const issue = await passwordIssue(newPassword, { ...user, organization });
    if (issue !== null) throw invalidPassword(issue);
  }

  private async findToken(token: string): Promise<{ user_id: string }> {
    const found = await this.tokens.find('password_reset', token);
    if (!found) throw invalidToken();
    return found;
  }

  private async findWithPassword(userId: string): Promise<User | null> {
    const known = await this.users.find(userId);
    const user = known && (await this.users.findForLogin(known.email));
    return user?.id === userId && user.status === 'active' && user.password_hash !== null ? user : null;
  }
}

const invalidPassword = (issue: string): AppError => AppError.invalid([{ field: 'new_password', issue }]);
