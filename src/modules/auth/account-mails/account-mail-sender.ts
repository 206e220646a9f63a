import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { APP_URL } from '../../../common/app-url.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { Mailer, MailRefusedError } from '../../../integrations/mailer/mailer.js';
import { UserService, type User } from '../../users/user.service.js';
import { ResetLimits } from '../attempts/reset-limits.js';
import {
  ACCOUNT_MAIL,
  ACCOUNT_MAILS,
  AccountMailQueue,
  type AccountMail,
  type NoticeMail,
} from './account-mail-queue.service.js';
import { invitationMail, invitedElsewhereMail, noPasswordMail, noticeMail, resetLinkMail } from './account-mails.js';
import { NoticeLimits } from '../attempts/notice-limits.js';
import { OneTimeTokens } from './one-time-tokens.service.js';

export const INVITATION_SECONDS = 7 * 24 * 3600;
export const RESET_SECONDS = 3600;
const CONCURRENCY = 2;

/** Sends queued mails. Tokens are generated here, so the queue holds none. Failures are retried five times within a minute. */
@Injectable()
export class AccountMailSender implements OnApplicationBootstrap {
  constructor(
    private readonly users: UserService,
    private readonly tokens: OneTimeTokens,
    private readonly limits: ResetLimits,
    private readonly noticeLimits: NoticeLimits,
    private readonly mailer: Mailer,
    private readonly mails: AccountMailQueue,
    private readonly queue: JobQueue,
    @Inject(APP_URL) private readonly appUrl: string,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    const isHopeless = (error: unknown): boolean => error instanceof MailRefusedError;
    const options = { concurrency: CONCURRENCY, isHopeless };
    return this.queue.subscribe<AccountMail>(ACCOUNT_MAIL, ACCOUNT_MAILS, options, (mail) => this.send(mail));
  }

  private async send(mail: AccountMail): Promise<void> {
    switch (mail.mail) {
      case 'invitation':
        return this.invite(mail.user_id);
      case 'reset_link':
        return this.sendResetLink(this.mails.unseal(mail.sealed_email));
      default:
        return this.notify(mail);
    }
  }

  private async notify({ mail, user_id, at, ip }: NoticeMail): Promise<void> {
    const user = user_id === null ? null : await this.users.find(user_id);
    if (!user || !(await this.noticeLimits.count(user.id, mail))) return;
    try {
      await this.mailer.send(noticeMail(user, mail, at, ip));
    } catch (error) {
      await this.noticeLimits.takeBack(user.id, mail);
      throw error;
    }
  }

  /** An address with an account in another organization gets a notice instead. The inviter sees no difference. */
  private async invite(userId: string): Promise<void> {
    const user = await this.users.find(userId);
    if (user?.status !== 'invited') return;
    const organization = await this.users.organizationNameOf(user);
    if (await this.users.findForLogin(user.email)) {
      await this.mailer.send(invitedElsewhereMail(user, organization));
      return;
    }
    const token = await this.tokens.issue('invitation', user.id, {
      lifetimeSeconds: INVITATION_SECONDS,
      replaceEarlier: true,
    });
    await this.mailer.send(invitationMail(user, organization, this.appUrl, token));
  }

  /** Only accounts with a password get a link. The API response is the same either way. */
  private async sendResetLink(email: string): Promise<void> {
    const user = await this.users.findForLogin(email);
    if (user?.status !== 'active' || !(await this.limits.countMail(user.id))) return;
    try {
      await this.mailer.send(user.password_hash === null ? noPasswordMail(user) : await this.resetLink(user));
    } catch (error) {
      await this.limits.takeMailBack(user.id);
      throw error;
    }
  }

  private async resetLink(user: User): Promise<ReturnType<typeof resetLinkMail>> {
    const token = await this.tokens.issue('password_reset', user.id, {
      lifetimeSeconds: RESET_SECONDS,
      replaceEarlier: false,
    });
    return resetLinkMail(user, this.appUrl, token);
  }
}
