import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../../src/common/errors/app-error.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { parseMailbox } from '../../../src/integrations/mailer/mail-address.js';
import { layOutMessage } from '../../../src/integrations/mailer/message-layout.js';
import { SmtpMailer } from '../../../src/integrations/mailer/smtp-mailer.js';
import { MailRefusedError } from '../../../src/integrations/mailer/mailer.js';
import { parseSmtpUrl } from '../../../src/integrations/mailer/smtp-url.js';
import { startMailReceiver, type MailReceiver, type MailReceiverOptions } from '../../support/peers/mail-receiver.js';
import { selfSignedCertificate } from '../../support/peers/self-signed-certificate.js';

const FROM = 'Wartung Süd <no-reply@example.test>';
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function receiver(options?: MailReceiverOptions): Promise<MailReceiver> {
  const started = await startMailReceiver(options);
  cleanups.push(() => started.stop());
  return started;
}

function mailer(url: string, timeoutMs = 5000): SmtpMailer {
  const made = new SmtpMailer({ server: parseSmtpUrl(url), from: parseMailbox(FROM), timeoutMs });
  cleanups.push(() => made.onApplicationShutdown());
  return made;
}

const MAIL = { to: 'ada@example.test', subject: 'Hello', text: 'Text', html: '<p>HTML</p>' };

/** The error of a send that must fail. */
async function failure(sending: Promise<void>): Promise<AppError> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe('SmtpMailer', () => {
  it('sends plain text and HTML in one message, of any characters', async () => {
    const server = await receiver();
    const message = layOutMessage({
      greeting: 'Grüße, Žofia 航空,',
      paragraphs: ['A <b>tag</b> & "quotes".', 'A line longer than any mail server takes: ' + 'x'.repeat(2000)],
      action: { label: 'Öffnen', url: 'https://app.example.test/reset#token=a-b_c&d=1' },
    });
    await mailer(server.url).send({ to: MAIL.to, subject: 'Einladung – 航空 für Žofia '.repeat(4), ...message });

    const mail = await server.waitFor(MAIL.to);
    expect(mail).toMatchObject({
      to: [MAIL.to],
      envelopeFrom: 'no-reply@example.test',
      from: { name: 'Wartung Süd', address: 'no-reply@example.test' },
      subject: 'Einladung – 航空 für Žofia '.repeat(4).trim(),
      encrypted: false,
      user: null,
    });
    expect(mail.text.trimEnd()).toBe(message.text.trimEnd());
    expect(mail.html.trimEnd()).toBe(message.html.trimEnd());
    expect(mail.headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'mime-version': '1.0' });
    expect(mail.headers['content-type']).toMatch(/^multipart\/alternative/);
    expect(mail.headers['message-id']).toMatch(/^<[^<>@\s]+@example\.test>$/);
    expect(new Date(mail.headers['date'] ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(Math.max(...mail.raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it('keeps a connection for the next message, and opens another when the server has closed it', async () => {
    const server = await receiver();
    const sender = mailer(server.url);
    for (let count = 0; count < 5; count += 1) await sender.send(MAIL);
    expect(server.connections()).toBe(1);
    await server.stop();
    expect((await failure(sender.send(MAIL))).code).toBe('UPSTREAM_ERROR');
    const successor = await receiver({ listenPort: server.port });
    await sender.send(MAIL);
    expect(successor.messages).toHaveLength(1);
  });

  it('sends many at the same time over a few connections', async () => {
    const server = await receiver();
    const sender = mailer(server.url);
    await Promise.all(Array.from({ length: 40 }, (_, n) => sender.send({ ...MAIL, subject: `number ${n}` })));
    expect(new Set(server.messages.map(({ subject }) => subject)).size).toBe(40);
    expect(server.connections()).toBeLessThanOrEqual(4);
  });

  it('cannot be made to add a header, a receiver or a second message', async () => {
    const server = await receiver();
    const sender = mailer(server.url);
    const subject = 'Hi\r\nBcc: eve@example.test\r\n\r\nbody\u2028x\0';
    await sender.send({ ...MAIL, subject, text: 'one\r\n.\r\nMAIL FROM:<eve@example.test>\r\n' });
    const mail = await server.waitFor(MAIL.to);
    expect(mail.to).toEqual([MAIL.to]);
    expect(mail.headers).not.toHaveProperty('bcc');
    expect(mail.subject).toBe('Hi Bcc: eve@example.test body x');
    expect(mail.text).toContain('MAIL FROM');

    for (const to of [
      'a@example.test\r\nBcc: eve@x.test',
      'a@example.test, eve@x.test',
      '"eve@x.test a"@example.test',
      'A <a@example.test>',
      '',
    ]) {
      const error = await failure(sender.send({ ...MAIL, to }));
      expect(error.code).toBe('UPSTREAM_ERROR');
    }
    expect(server.messages).toHaveLength(1);
  });

  describe('with TLS', () => {
    const certificate = selfSignedCertificate();
    const modes: [string, MailReceiverOptions, (port: number) => string][] = [
      ['smtps', { secure: true, disabledCommands: ['AUTH'], ...certificate }, (port) => `smtps://localhost:${port}`],
      [
        'STARTTLS',
        { disabledCommands: ['AUTH'], ...certificate },
        (port) => `smtp://localhost:${port}?starttls=required`,
      ],
    ];

    it.each(modes)('sends nothing by %s to a server whose certificate nobody vouches for', async (_, options, url) => {
      const server = await receiver(options);
      const error = await failure(mailer(url(server.port)).send(MAIL));
      expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 });
      expect(server.messages).toHaveLength(0);
    });

    it.each(modes)('sends by %s once the operator vouches for it by NODE_EXTRA_CA_CERTS', async (_, options, url) => {
      const server = await receiver(options);
      const folder = await mkdtemp(path.join(os.tmpdir(), 'mail-ca-'));
      cleanups.push(() => rm(folder, { recursive: true }));
      await writeFile(path.join(folder, 'ca.pem'), certificate.cert);
      const [mailerFile, urlFile] = ['smtp-mailer.js', 'smtp-url.js'].map((name) =>
        JSON.stringify(path.join(projectRoot(), 'dist/src/integrations/mailer', name)),
      );
      const code = `
        const { SmtpMailer } = await import(${mailerFile});
        const { parseSmtpUrl } = await import(${urlFile});
        const from = { name: '', address: 'a@example.test' };
        const mailer = new SmtpMailer({ server: parseSmtpUrl(${JSON.stringify(url(server.port))}), from });
        await mailer.send(${JSON.stringify(MAIL)});
        mailer.onApplicationShutdown();`;
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
        env: { NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem') },
      });
      expect(await server.waitFor(MAIL.to)).toMatchObject({ encrypted: true });
    });
  });

  it('sends nothing, and shows no password, to a server without the STARTTLS it requires', async () => {
    let passwords = 0;
    const server = await receiver({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => {
        passwords += 1;
        done(null, { user: 'x' });
      },
    });
    const url = `smtp://user:hunter2@127.0.0.1:${server.port}?starttls=required`;
    const error = await failure(mailer(url).send(MAIL));
    expect(error.code).toBe('UPSTREAM_ERROR');
    expect([passwords, server.messages.length]).toEqual([0, 0]);
  });

  it('signs in, and a refused login tells neither the client nor the log the password', async () => {
    const server = await receiver({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss:/word' ? done(null, { user: username ?? '' }) : done(new Error('go away, hunter2-looker')),
    });
    await mailer(`smtp://mail%40er:p%40ss%3A%2Fword@127.0.0.1:${server.port}`).send(MAIL);
    expect((await server.waitFor(MAIL.to)).user).toBe('mail@er');
    const error = await failure(mailer(`smtp://mailer:wrong-one@127.0.0.1:${server.port}`).send(MAIL));
    expect(error.code).toBe('UPSTREAM_ERROR');
    expect(JSON.stringify([error.message, error.details])).not.toMatch(/go away|mailer/);
    expect(String(error.cause)).toContain('go away');
    expect(String((error.cause as Error).stack)).not.toContain('wrong-one');
  });

  it.each([
    ['for good', '5.1.1 mailbox of Mr Gone <gone@example.test> is closed', /550 5\.1\.1$/, true],
    ['for now', '451 Mr Gone <gone@example.test> is busy', /451$/, false],
  ])(
    'fails when the server refuses the receiver %s, and tells the log the status alone',
    async (_, why, said, hopeless) => {
      const server = await receiver({ refuse: (to) => (to.startsWith('gone') ? why : null) });
      const sender = mailer(server.url);
      const error = await failure(sender.send({ ...MAIL, to: 'gone@example.test' }));
      expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502, details: { reason: 'mail' } });
      expect(JSON.stringify([error.message, error.details])).not.toContain('Gone');
      expect(String(error.cause)).toMatch(said);
      expect((error.cause as Error).stack).not.toMatch(/Gone/i);
      expect(error instanceof MailRefusedError).toBe(hopeless);
      await sender.send(MAIL);
    },
  );

  it('fails when nothing listens', async () => {
    const error = await failure(mailer('smtp://127.0.0.1:1').send(MAIL));
    expect(error.code).toBe('UPSTREAM_ERROR');
  });

  it.each([
    ['says nothing', (): void => undefined],
    [
      'trickles its greeting',
      (socket: net.Socket): void => {
        const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
        socket.once('close', () => clearInterval(timer));
      },
    ],
  ])('gives up on a server that %s', async (_, behave) => {
    const sockets = new Set<net.Socket>();
    const server = net.createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      behave(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const error = await failure(mailer(`smtp://127.0.0.1:${port}`, 300).send(MAIL));
    expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', status: 504 });
  });

  it('times out on a server that never accepts, also for queued callers', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const server = await receiver({ before: () => held });
    cleanups.push(release);
    const sender = mailer(server.url, 400);
    const failures = await Promise.all(Array.from({ length: 9 }, () => failure(sender.send(MAIL))));
    for (const { code } of failures) expect(code).toBe('UPSTREAM_TIMEOUT');
    release();
    const before = server.messages.length;
    await sender.send({ ...MAIL, subject: 'after' });
    await server.waitFor(MAIL.to, /after/);
    // Abandoned messages are not sent later, except those that the server already had.
    expect(server.messages.length - before).toBeLessThanOrEqual(5);
  });
});
