/** A text message to one phone. */
export interface SmsMessage {
  /** E.164: `+4915112345678`. */
  to: string;
  /** Best within 160 characters of the GSM alphabet: longer ones are sent, and billed, in parts. */
  text: string;
}

/** Sends text messages. Which implementation serves is decided by SMS_URL. */
export abstract class SmsSender {
  /**
   * Resolves once the provider has accepted the message, within 10 seconds.
   *
   * @throws AppError UPSTREAM_ERROR (502) when the provider cannot be reached or refuses, UPSTREAM_TIMEOUT (504) when it
   * does not answer in time; what it said is in `cause`, for the log alone
   */
  abstract send(message: SmsMessage): Promise<void>;
}
