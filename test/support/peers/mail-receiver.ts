import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
// By its file: the package's own entry is for `import` alone, and tests run as CommonJS.
import PostalMime from '../../../node_modules/postal-mime/dist/cjs/postal-mime.js';
import { until } from '../until.js';

/** A message as a mail program would show it, with what the server knows of its coming. */
export interface ReceivedMail {
  /** Of the envelope: who really gets it. */
  to: string[];
  envelopeFrom: string;
  /** Of the header `From`. */
  from: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Names in lower case; of several the last. */
  headers: Record<string, string>;
  raw: string;
  /** Whether it came over TLS, and as which user. */
  encrypted: boolean;
  user: string | null;
}

export interface MailReceiverOptions extends SMTPServerOptions {
  /** Text of the refusal of a receiver, such as `no such user`, after its reply code if that is not 550; null accepts. */
  refuse?: (to: string) => string | null | Promise<string | null>;
  /** Accepts a message only once this resolves. */
  before?: (to: string[]) => Promise<void>;
  /** Default: a free one. */
  listenPort?: number;
}

export interface MailReceiver {
  /** `smtp://127.0.0.1:port`, for MAIL_URL. */
  url: string;
  port: number;
  /** All so far, in the order of their coming. */
  messages: ReceivedMail[];
  /** Connections so far. */
  connections(): number;
  /** The oldest message to the address that no wait has given out yet; `matching` narrows by its subject. */
  waitFor(to: string, matching?: RegExp): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

/** Starts an SMTP server on 127.0.0.1 that keeps what it gets. Offers neither TLS nor a login unless told to. */
export async function startMailReceiver(options: MailReceiverOptions = {}): Promise<MailReceiver> {
  const { refuse = () => null, before = () => Promise.resolve(), listenPort = 0, ...serverOptions } = options;
  const messages: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: ({ address }, _session, done) => {
      const answer = (why: string | null): void => {
        const [, code = '550', text = why ?? ''] = /^(\d{3}) (.*)$/.exec(why ?? '') ?? [];
        done(why === null ? null : Object.assign(new Error(text), { responseCode: Number(code) }));
      };
      Promise.resolve(refuse(address)).then(answer, done);
    },
    onData: (stream, session, done) => {
      const receive = async (): Promise<void> => {
        const raw = await buffer(stream);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        await before(to);
        const mail = await parse(raw);
        const { mailFrom } = session.envelope;
        const envelopeFrom = mailFrom === false ? '' : mailFrom.address;
        messages.push({
          ...mail,
          to,
          envelopeFrom,
          encrypted: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        });
      };
      receive().then(() => done(), done);
    },
    ...serverOptions,
  });
  // Clients that break off are part of what is tested.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(listenPort, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    messages,
    connections: () => connections,
    waitFor: async (to, matching = /^/) => {
      const isWanted = (mail: ReceivedMail): boolean =>
        !taken.has(mail) && mail.to.includes(to) && matching.test(mail.subject);
      const mail = (
        await until(
          () => messages,
          (all) => all.some(isWanted),
        )
      ).find(isWanted)!;
      taken.add(mail);
      return mail;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function parse(
  raw: Buffer,
): Promise<Pick<ReceivedMail, 'from' | 'subject' | 'text' | 'html' | 'headers' | 'raw'>> {
  const { from, subject = '', text = '', html = '', headers } = await PostalMime.parse(raw);
  return {
    from: { name: from?.name ?? '', address: from?.address ?? '' },
    subject,
    text,
    html,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    raw: raw.toString('utf8'),
  };
}
