import type { Outbox } from '../outbox/outbox.js';
import { requireMailAddress, toOneLine } from './mail-address.js';
import { Mailer, type Mail } from './mailer.js';

/** Without MAIL_URL, mail is written to the outbox. */
export class OutboxMailer extends Mailer {
  constructor(private readonly outbox: Outbox) {
    super();
  }

  protected async deliver({ id, to, subject, text, html, headers, attachments }: Mail): Promise<void> {
    const receiver = requireMailAddress(to);
    const files = attachments?.map(({ name, mediaType, content }) => ({
      name,
      media_type: mediaType,
      base64: Buffer.from(content).toString('base64'),
    }));
    const mail = { id, to: receiver, subject: toOneLine(subject), text, html, headers };
    await this.outbox.write({ kind: 'mail', ...mail, ...(files && { attachments: files }) });
  }
}
