import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OutboxMailer } from '../mailer/outbox-mailer.js';
import { OutboxSmsSender } from '../sms/sms-sender.js';
import { Outbox } from './outbox.js';

describe('Outbox', () => {
  let folder: string;
  let outbox: Outbox;

  beforeEach(async () => {
    folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'outbox-')), 'outbox');
    outbox = new Outbox(folder, ['MAIL_URL']);
    await outbox.prepare();
  });
  afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

  const read = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, unknown>;

  it('makes no folder where everything is sent', async () => {
    const unused = path.join(path.dirname(folder), 'unused');
    await new Outbox(unused, []).prepare();
    expect(existsSync(unused)).toBe(false);
  });

  it('keeps each message in a file for its owner alone', async () => {
    await new OutboxMailer(outbox).send({ to: 'a@b.test', subject: 'One\r\nTwo', text: 'Text', html: '<p>' });
    await new OutboxSmsSender(outbox).send({ to: '+49151', text: 'Code 1' });
    const names = readdirSync(folder).sort();
    const [mail, sms] = names.map(read);
    expect(mail).toMatchObject({ kind: 'mail', to: 'a@b.test', subject: 'One Two', text: 'Text', html: '<p>' });
    expect(sms).toMatchObject({ kind: 'sms', to: '+49151', text: 'Code 1' });
    expect(sms?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
    for (const name of names) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('takes no address that a mail server would not get', async () => {
    const mail = { to: 'a@b.test, c@d.test', subject: '', text: '', html: '' };
    await expect(new OutboxMailer(outbox).send(mail)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names files so that they sort in the order of writing', async () => {
    for (let n = 0; n < 50; n += 1) await outbox.write({ kind: 'sms', to: '+1', text: `${n}` });
    const texts = readdirSync(folder)
      .sort()
      .map((name) => read(name)['text']);
    expect(texts).toEqual(Array.from({ length: 50 }, (_, n) => `${n}`));
  });
});
