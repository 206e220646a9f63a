import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { currentContext } from '../../../common/context/request-context.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';

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

/** `at` in ISO 8601; `ip` null when unknown. */
export interface NoticeMail {
  mail: AccountNotice;
  user_id: string | null;
  at: string;
  ip: string | null;
}

/** Contains no secrets: tokens are generated when the mail is sent. */
export type AccountMail =
  { mail: 'invitation'; user_id: string } | { mail: 'reset_link'; sealed_email: string } | NoticeMail;

export const ACCOUNT_MAIL = 'account.mail';
export const ACCOUNT_MAILS = 'account-mails';
const SEAL_PURPOSE = 'account mail address';

/** Queues account mails. They are sent after the open transaction commits; a rollback discards them. */
@Injectable()
export class AccountMailQueue {
  constructor(
    private readonly queue: JobQueue,
    private readonly secrets: Secrets,
  ) {}

  invite(userId: string): Promise<void> {
    return this.publish({ mail: 'invitation', user_id: userId });
  }

  /** Does not check whether the account exists. */
  sendResetLink(email: string): Promise<void> {
    // Sealed so that the queue does not store addresses in plain text.
    return this.publish({ mail: 'reset_link', sealed_email: this.seal(email) });
  }

  /** `userId` null does the same work without a mail, for attempts on unknown accounts. */
  notify(mail: AccountNotice, userId: string | null): Promise<void> {
    const ip = currentContext()?.ip ?? null;
    return this.publish({ mail, user_id: userId, at: new Date().toISOString(), ip });
  }

  unseal(sealedEmail: string): string {
    return this.secrets.decrypt(Buffer.from(sealedEmail, 'base64'), SEAL_PURPOSE).toString();
  }

  /** Re-encrypts the addresses of waiting mails under the current master key. Returns their number. */
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
