/** One message to one person. */
export interface Mail {
  /** One bare address, `name@host`. */
  to: string;
  /** One line; see {@link toOneLine}. */
  subject: string;
  /** Plain text, and the same as a whole HTML document. Both come from `layOutMessage`. */
  text: string;
  html: string;
}

/** Sends mail. Which implementation serves is decided by MAIL_URL. */
export abstract class Mailer {
  /**
   * Resolves once the mail server has taken the message over, within 10 seconds.
   *
   * @throws AppError UPSTREAM_ERROR (502) when the server cannot be reached or refuses, UPSTREAM_TIMEOUT (504) when it
   * does not answer in time; what it said is in `cause`, for the log alone
   */
  abstract send(mail: Mail): Promise<void>;
}
