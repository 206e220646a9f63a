import type { Outbox } from '../outbox/outbox.js';
import { SmsSender, type SmsMessage } from './sms-sender.js';

/** Without SMS_URL: text messages become files of the outbox. */
export class OutboxSmsSender extends SmsSender {
  constructor(private readonly outbox: Outbox) {
    super();
  }

  send({ to, text }: SmsMessage): Promise<void> {
    return this.outbox.write({ kind: 'sms', to, text });
  }
}
