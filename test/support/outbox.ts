import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the outbox. */
export interface StoredMail {
  kind: 'mail';
  to: string;
  subject: string;
  text: string;
  html: string;
  created_at: string;
}
export interface StoredSms {
  kind: 'sms';
  to: string;
  text: string;
  created_at: string;
}
type StoredMessage = StoredMail | StoredSms;

const WAIT_MS = 15_000;

/** What a service without MAIL_URL and SMS_URL would have sent: `outbox(world.service.dataDir)`. */
export function outbox(dataDir: string): TestOutbox {
  return new TestOutbox(path.join(dataDir, 'outbox'));
}

/** Each message is waited for once: a second wait for the same address gets the next message. */
class TestOutbox {
  private readonly taken = new Set<string>();

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
    const deadline = Date.now() + WAIT_MS;
    while (Date.now() < deadline) {
      const found = (await this.read()).find(({ name, message }) => !this.taken.has(name) && wanted(message));
      if (found) {
        this.taken.add(found.name);
        return found.message as M;
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const seen = (await this.read()).map(({ message }) => `${message.kind} to ${message.to}`);
    throw new Error(`no such message in the outbox; it holds: ${seen.join(', ') || 'nothing'}`);
  }

  private async read(): Promise<{ name: string; message: StoredMessage }[]> {
    const names = await readdir(this.folder).catch(() => []);
    const whole = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
    return Promise.all(
      whole.map(async (name) => ({
        name,
        message: JSON.parse(await readFile(path.join(this.folder, name), 'utf8')) as StoredMessage,
      })),
    );
  }
}
