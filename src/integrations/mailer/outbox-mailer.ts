import type { Outbox } from '../outbox/outbox.js';
import { toOneLine } from './mail-address.js';
import { Mailer, type Mail } from './mailer.js';

/** Without MAIL_URL: mail becomes files of the outbox. */
export class OutboxMailer extends Mailer {
  constructor(private readonly outbox: Outbox) {
    super();
  }

  send({ to, subject, text, html }: Mail): Promise<void> {
    return this.outbox.write({ kind: 'mail', to, subject: toOneLine(subject), text, html });
  }
}
