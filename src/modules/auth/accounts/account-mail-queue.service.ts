import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { currentContext } from '../../../common/http/request-context.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';

/** What an owner is told of after the fact, in case it was not them. */
export type AccountNotice =
  | 'account_locked'
  | 'password_changed'
  | 'password_reset'
  | 'mfa_method_added'
  | 'mfa_method_removed'
  | 'mfa_reset'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'codes_exhausted'
  | 'cloned_key_suspected'
  | 'new_device'
  | 'api_key_created'
  | 'api_key_rotated'
  | 'api_key_widened';

/** `at` as ISO 8601; `ip` of the client, if known. */
export interface NoticeMail {
  mail: AccountNotice;
  user_id: string | null;
  at: string;
  ip: string | null;
}

/** A mail to be sent. Never a secret: what the mail carries of those is made when it is sent. */
export type AccountMail =
  { mail: 'invitation'; user_id: string } | { mail: 'reset_link'; sealed_email: string } | NoticeMail;

export const ACCOUNT_MAIL = 'account.mail';
/** The queue in which they wait. */
export const ACCOUNT_MAILS = 'account-mails';
const SEAL_PURPOSE = 'account mail address';

/** Announces mails of accounts. They are sent soon after the open transaction has committed, and never when it rolls back. */
@Injectable()
export class AccountMailQueue {
  constructor(
    private readonly queue: JobQueue,
    private readonly secrets: Secrets,
  ) {}

  /** Invites, with a new token. */
  invite(userId: string): Promise<void> {
    return this.publish({ mail: 'invitation', user_id: userId });
  }

  /** A link for a new password, should there be an account of that address: this does not look. */
  sendResetLink(email: string): Promise<void> {
    // The queue is not a list of addresses that someone typed.
    return this.publish({ mail: 'reset_link', sealed_email: this.seal(email) });
  }

  /** Tells the owner what happened, when and from where. Null, for no account: the same work, and no mail. */
  notify(mail: AccountNotice, userId: string | null): Promise<void> {
    const ip = currentContext()?.ip ?? null;
    return this.publish({ mail, user_id: userId, at: new Date().toISOString(), ip });
  }

  /** The address of {@link sendResetLink}. */
  unseal(sealedEmail: string): string {
    return this.secrets.decrypt(Buffer.from(sealedEmail, 'base64'), SEAL_PURPOSE).toString();
  }

  /** Brings the addresses of {@link sendResetLink} that still wait under the present master key; answers how many. */
  reseal(): Promise<number> {
    return this.queue.rewriteUnfinished<AccountMail>(ACCOUNT_MAILS, (mail) => {
      if (mail.mail !== 'reset_link' || !this.secrets.needsReseal(Buffer.from(mail.sealed_email, 'base64')))
        return null;
      return { ...mail, sealed_email: this.seal(this.unseal(mail.sealed_email)) };
    });
  }

  private seal(email: string): string {
    return this.secrets.encrypt(Buffer.from(email), SEAL_PURPOSE).toString('base64');
  }

  private publish(mail: AccountMail): Promise<void> {
    return this.queue.publish(ACCOUNT_MAIL, mail);
  }
}
