import { AppError } from '../../common/errors/app-error.js';

/** One message to one person. */
export interface Mail {
  /** One bare address, `name@host`. */
  to: string;
  /** One line; see {@link toOneLine}. */
  subject: string;
  /** Plain text, and the same as a whole HTML document. Both come from `layOutMessage`. */
  text: string;
  html: string;
  /** More lines of the head, in ASCII; neither name nor value may come from people. */
  headers?: Readonly<Record<string, string>>;
}

/** The mail will not be taken, however often it is sent: no such mailbox, or an address that is none. */
export class MailRefusedError extends AppError {}

/** Sends mail. Which implementation serves is decided by MAIL_URL. */
export abstract class Mailer {
  /**
   * Resolves once the mail server has taken the message over, within 10 seconds.
   *
   * @throws AppError UPSTREAM_ERROR (502) when the server cannot be reached or refuses, UPSTREAM_TIMEOUT (504) when it
   * does not answer in time; `cause`, for the log alone, says why, without the receiver. MailRefusedError (502) when it
   * refuses for good
   */
  abstract send(mail: Mail): Promise<void>;
}
