import { Injectable, type OnModuleInit } from '@nestjs/common';
import { currentContext } from '../../../../common/http/request-context.js';
import { JobQueue } from '../../../../integrations/job-queue/job-queue.js';
import { Mailer } from '../../../../integrations/mailer/mailer.js';
import { layOutMessage } from '../../../../integrations/mailer/message-layout.js';
import { UserService } from '../../../users/user.service.js';

/** What looks like somebody else at the owner's second factors. */
export type MfaWarning = 'codes_exhausted' | 'cloned_key_suspected';

interface WarningMail {
  warning: MfaWarning;
  user_id: string;
  /** ISO 8601. */
  at: string;
  ip: string | null;
}

const WARNING_MAIL = 'mfa.warning';

const TEXTS: Readonly<Record<MfaWarning, { subject: string; paragraph: string; advice: string }>> = {
  codes_exhausted: {
    subject: 'Many codes were asked for with your password',
    paragraph:
      'So many codes were asked for that no more are sent for now. An hour after the first of them there are more.',
    advice:
      'If it was not you, somebody else knows your password: choose a new one. Where you are signed in, or with an authenticator app, a security key or a recovery code, you can still confirm that it is you.',
  },
  cloned_key_suspected: {
    subject: 'There may be a copy of your security key',
    paragraph:
      'A proof by one of your security keys was refused: its counter was behind that of an earlier one, as happens when there are two copies of a key.',
    advice: 'Remove this key from your account, add another, choose a new password and tell an administrator.',
  },
};

/** Warns owners by mail, soon after the open transaction has committed. */
@Injectable()
export class MfaWarnings implements OnModuleInit {
  constructor(
    private readonly users: UserService,
    private readonly mailer: Mailer,
    private readonly queue: JobQueue,
  ) {}

  /** Not at bootstrap, where the account mails of the same module subscribe: queues cannot be made at the same time. */
  onModuleInit(): Promise<void> {
    return this.queue.subscribe<WarningMail>(WARNING_MAIL, 'mfa-warnings', { concurrency: 1 }, (mail) =>
      this.send(mail),
    );
  }

  warn(warning: MfaWarning, userId: string): Promise<void> {
    const mail: WarningMail = {
      warning,
      user_id: userId,
      at: new Date().toISOString(),
      ip: currentContext()?.ip ?? null,
    };
    return this.queue.publish(WARNING_MAIL, mail);
  }

  private async send({ warning, user_id, at, ip }: WarningMail): Promise<void> {
    const user = await this.users.find(user_id);
    if (!user) return;
    const { subject, paragraph, advice } = TEXTS[warning];
    const when = `It happened on ${new Date(at).toUTCString()}${ip === null ? '' : `, from the address ${ip}`}.`;
    const message = layOutMessage({
      greeting: `Hello ${user.name},`,
      paragraphs: [paragraph, when],
      notes: [advice],
    });
    await this.mailer.send({ to: user.email, subject, ...message });
  }
}
