import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from '../until.js';

/** A file of the outbox. */
export interface StoredMail {
  kind: 'mail';
  id?: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { name: string; media_type: string; base64: string }[];
  created_at: string;
}
export interface StoredSms {
  kind: 'sms';
  to: string;
  text: string;
  created_at: string;
}
type StoredMessage = StoredMail | StoredSms;

interface NamedMessage {
  name: string;
  message: StoredMessage;
}

/** What a service without MAIL_URL and SMS_URL would have sent: `outbox(world.service.dataDir)`. */
export function outbox(dataDir: string): TestOutbox {
  return new TestOutbox(path.join(dataDir, 'outbox'));
}

/** Each message is waited for once: a second wait for the same address gets the next message. */
class TestOutbox {
  private readonly taken = new Set<string>();
  /** Read once: a file of the outbox never changes. */
  private readonly messages = new Map<string, NamedMessage>();

  constructor(private readonly folder: string) {}

  /** The oldest mail to the address that no wait has given out yet; `matching` narrows by its subject. */
  waitForMail(to: string, matching = /^/): Promise<StoredMail> {
    return this.waitFor((message) => message.kind === 'mail' && message.to === to && matching.test(message.subject));
  }

  /** The oldest text message to the number that no wait has given out yet. */
  waitForSms(to: string): Promise<StoredSms> {
    return this.waitFor((message) => message.kind === 'sms' && message.to === to);
  }

  /** All messages to the address or number, oldest first, whether given out or not. */
  async messagesTo(to: string): Promise<StoredMessage[]> {
    return (await this.read()).map(({ message }) => message).filter((message) => message.to === to);
  }

  private async waitFor<M extends StoredMessage>(wanted: (message: StoredMessage) => boolean): Promise<M> {
    const find = (all: NamedMessage[]) => all.find(({ name, message }) => !this.taken.has(name) && wanted(message));
    const { name, message } = find(
      await until(
        () => this.read(),
        (all) => find(all) !== undefined,
      ),
    )!;
    this.taken.add(name);
    return message as M;
  }

  private async read(): Promise<NamedMessage[]> {
    const names = await readdir(this.folder).catch(() => []);
    const whole = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
    return Promise.all(
      whole.map(async (name) => {
        const known = this.messages.get(name);
        if (known) return known;
        const message = JSON.parse(await readFile(path.join(this.folder, name), 'utf8')) as StoredMessage;
        this.messages.set(name, { name, message });
        return { name, message };
      }),
    );
  }
}
