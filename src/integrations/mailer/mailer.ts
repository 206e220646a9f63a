import { AppError } from '../../common/errors/app-error.js';

export interface Mail {
  /** Becomes the Message-ID, by which receivers know a repeated mail. */
  id?: string;
  /** One bare address, `name@host`. */
  to: string;
  /** One line; see {@link toOneLine}. */
  subject: string;
  /** Plain text and HTML, both from `layOutMessage`. */
  text: string;
  html: string;
  /** Additional headers in ASCII, without user input. */
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  /** In ASCII, without user input. */
  name: string;
  mediaType: string;
  content: Uint8Array;
}

/** The mail server refuses permanently: no such mailbox, or an invalid address. */
export class MailRefusedError extends AppError {}

/** No mailbox exists under this top-level domain (RFC 2606). Mirrored users of sandboxes have addresses in it. */
const RESERVED = /\.invalid$/i;

/** Sends mail. MAIL_URL selects the implementation. */
export abstract class Mailer {
  /**
   * Resolves when the mail server has accepted the mail, within 10 seconds.
   * @throws AppError UPSTREAM_ERROR (502) when the server cannot be reached or refuses, UPSTREAM_TIMEOUT (504) when it does not
   * answer; MailRefusedError (502) when it refuses permanently. `cause`, for the log only, gives the reason without the recipient
   */
  async send(mail: Mail): Promise<void> {
    if (!RESERVED.test(mail.to)) await this.deliver(mail);
  }

  protected abstract deliver(mail: Mail): Promise<void>;
}
