import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mail } from '../mailer/mailer.js';

/** Content of a message file, without `created_at`. */
export type OutboxMessage =
  | {
      kind: 'mail';
      to: string;
      subject: string;
      text: string;
      html: string;
      headers?: Mail['headers'];
      attachments?: { name: string; media_type: string; base64: string }[];
    }
  | { kind: 'sms'; to: string; text: string };

/** Mail and text messages without a server: `DATA_DIR/outbox/<time>-<random>.json`, readable only by the owner (codes, links). */
export class Outbox {
  private written = 0;

  /** @param unset variables of the missing servers */
  constructor(
    readonly folder: string,
    readonly unset: readonly string[],
  ) {}

  async prepare(): Promise<void> {
    if (this.unset.length === 0) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await chmod(this.folder, 0o700);
  }

  async write(message: OutboxMessage): Promise<void> {
    const createdAt = new Date().toISOString();
    // The counter orders messages of one process within a millisecond; the random part separates processes.
    this.written += 1;
    const order = String(this.written).padStart(9, '0');
    const name = `${createdAt.replaceAll(':', '-')}-${order}-${randomBytes(6).toString('hex')}.json`;
    const draft = path.join(this.folder, `.${name}`);
    await writeFile(draft, `${JSON.stringify({ ...message, created_at: createdAt }, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, path.join(this.folder, name));
  }
}
