import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type NodemailerError } from 'nodemailer';
import { AppError } from '../../common/errors/app-error.js';
import { requireMailAddress, toOneLine, type Mailbox } from './mail-address.js';
import { Mailer, MailRefusedError, type Mail } from './mailer.js';
import type { SmtpServer } from './smtp-url.js';

/** Timeout of sending, including the wait for a connection. Milliseconds. */
const TIMEOUT_MS = 10_000;
/** Mail servers limit the connections of a client; further messages wait. */
const MAX_CONNECTIONS = 4;
/** Timeouts in nodemailer: its own and the signal. */
const TIMED_OUT: readonly string[] = ['ETIMEDOUT', 'EABORT'];

/** Refusals of sender, recipient or message in nodemailer. */
const ABOUT_THE_MAIL: readonly string[] = ['EENVELOPE', 'EMESSAGE'];
/** Reply code (RFC 5321, 4.2) and enhanced status code (RFC 3463). 5xx is permanent. */
const STATUS = /^[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?/;

export interface SmtpMailerOptions {
  server: SmtpServer;
  from: Mailbox;
  timeoutMs?: number;
}

/** Sends by SMTP (RFC 5321) over pooled connections. */
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private readonly transport: ReturnType<typeof pool>;
  private readonly timeoutMs: number;

  constructor(private readonly options: SmtpMailerOptions) {
    super();
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.transport = pool(options.server, this.timeoutMs);
  }

  protected async deliver({ id, to, subject, text, html, headers, attachments = [] }: Mail): Promise<void> {
    const { from } = this.options;
    const receiver = { name: '', address: requireMailAddress(to) };
    try {
      await this.transport.sendMail({
        from,
        to: receiver,
        ...(id !== undefined && { messageId: `<${id}@${from.address.split('@').at(-1)}>` }),
        subject: toOneLine(subject),
        text,
        html,
        attachments: attachments.map(({ name, mediaType, content }) => ({
          filename: name,
          contentType: mediaType,
          content: Buffer.from(content),
        })),
        // RFC 3834: no automatic replies.
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(this.timeoutMs),
      });
    } catch (error) {
      throw asAppError(error);
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

function pool({ host, port, secure, starttls, auth }: SmtpServer, timeoutMs: number) {
  return createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // The server may have closed a pooled connection: retry once on a new one.
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

/** Clients learn only whether it failed or timed out; the log has the reason. */
function asAppError(error: unknown): AppError {
  const { code = '', response } = error as NodemailerError;
  const reason = 'mail';
  if (TIMED_OUT.includes(code)) {
    return new AppError('UPSTREAM_TIMEOUT', 'The mail server did not answer in time', { reason }, { cause: error });
  }
  const answer = ABOUT_THE_MAIL.includes(code) ? STATUS.exec(response ?? '')?.[0] : undefined;
  const Failure = answer?.startsWith('5') ? MailRefusedError : AppError;
  // The text after the status usually repeats the recipient.
  const cause = answer === undefined ? error : new Error(`the mail server answered ${answer}`);
  return new Failure('UPSTREAM_ERROR', 'The mail could not be sent', { reason }, { cause });
}
