import type { Outbox } from '../outbox/outbox.js';

export interface SmsMessage {
  /** E.164: `+4915112345678`. */
  to: string;
  /** At best within 160 characters of the GSM alphabet; longer texts are sent, and billed, in parts. */
  text: string;
}

/** Sends text messages. SMS_URL selects the implementation. */
export abstract class SmsSender {
  /**
   * Resolves when the provider has accepted the message, within 10 seconds.
   * @throws AppError UPSTREAM_ERROR (502) when the provider cannot be reached or refuses, UPSTREAM_TIMEOUT (504) when it does
   * not answer; its response is in `cause`, for the log only
   */
  abstract send(message: SmsMessage): Promise<void>;
}

/** Without SMS_URL, text messages are written to the outbox. */
export class OutboxSmsSender extends SmsSender {
  constructor(private readonly outbox: Outbox) {
    super();
  }

  send({ to, text }: SmsMessage): Promise<void> {
    return this.outbox.write({ kind: 'sms', to, text });
  }
}
