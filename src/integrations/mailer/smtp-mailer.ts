import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type NodemailerError } from 'nodemailer';
import { AppError } from '../../common/errors/app-error.js';
import { requireMailAddress, toOneLine, type Mailbox } from './mail-address.js';
import { Mailer, MailRefusedError, type Mail } from './mailer.js';
import type { SmtpServer } from './smtp-url.js';

/** From handing a mail over to the server's last word, waiting for a connection included. Milliseconds. */
const TIMEOUT_MS = 10_000;
/** Mail servers limit the connections of one client; more messages wait for one of these. */
const MAX_CONNECTIONS = 4;
/** How nodemailer names that time was up: its own limits, and the signal that ends the whole. */
const TIMED_OUT: readonly string[] = ['ETIMEDOUT', 'EABORT'];

/** How nodemailer names refusals of sender, receiver or message, unlike those of the connection or the login. */
const ABOUT_THE_MAIL: readonly string[] = ['EENVELOPE', 'EMESSAGE'];
/** What an answer begins with: reply code (RFC 5321, 4.2) and enhanced status code (RFC 3463). 5xx is for good. */
const STATUS = /^[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?/;

export interface SmtpMailerOptions {
  server: SmtpServer;
  from: Mailbox;
  /** Milliseconds; for tests. */
  timeoutMs?: number;
}

/** Sends by SMTP (RFC 5321) over a few kept connections. */
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private readonly transport: ReturnType<typeof pool>;
  private readonly timeoutMs: number;

  constructor(private readonly options: SmtpMailerOptions) {
    super();
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.transport = pool(options.server, this.timeoutMs);
  }

  async send({ to, subject, text, html, headers }: Mail): Promise<void> {
    const { from } = this.options;
    const receiver = { name: '', address: requireMailAddress(to) };
    try {
      await this.transport.sendMail({
        from,
        to: receiver,
        subject: toOneLine(subject),
        text,
        html,
        // RFC 3834: no vacation notices in answer to these.
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(this.timeoutMs),
      });
    } catch (error) {
      throw asAppError(error);
    }
  }

  /** Closes the connections; what is being sent is finished first. */
  onApplicationShutdown(): void {
    this.transport.close();
  }
}

function pool({ host, port, secure, starttls, auth }: SmtpServer, timeoutMs: number) {
  return createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // A kept connection may have been closed by the server meanwhile: once more, on a new one.
    maxRequeues: 1,
    host,
    port,
    secure,
    requireTLS: starttls === 'required',
    ignoreTLS: starttls === 'never',
    auth,
    tls: { minVersion: 'TLSv1.2' },
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Clients learn only that it failed, and whether it was for time; the log, why. */
function asAppError(error: unknown): AppError {
  const { code = '', response } = error as NodemailerError;
  const reason = 'mail';
  if (TIMED_OUT.includes(code)) {
    return new AppError('UPSTREAM_TIMEOUT', 'The mail server did not answer in time', { reason }, { cause: error });
  }
  const answer = ABOUT_THE_MAIL.includes(code) ? STATUS.exec(response ?? '')?.[0] : undefined;
  const Failure = answer?.startsWith('5') ? MailRefusedError : AppError;
  // The words after the status mostly repeat who was to get the mail.
  const cause = answer === undefined ? error : new Error(`the mail server answered ${answer}`);
  return new Failure('UPSTREAM_ERROR', 'The mail could not be sent', { reason }, { cause });
}
