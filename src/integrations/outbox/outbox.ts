import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mail } from '../mailer/mailer.js';

/** A message as its file holds it. `created_at` is added when it is written. */
export type OutboxMessage =
  | { kind: 'mail'; to: string; subject: string; text: string; html: string; headers?: Mail['headers'] }
  | { kind: 'sms'; to: string; text: string };

/**
 * Where messages go while no server for them is set: one JSON file each, `DATA_DIR/outbox/<time>-<random>.json`, for its
 * owner alone (they hold codes and links that sign people in). Names sort by time, and under a message's name there is
 * always a whole message.
 */
export class Outbox {
  private written = 0;

  /** @param unset the variables that would send what is written here; none when all is sent */
  constructor(
    readonly folder: string,
    readonly unset: readonly string[],
  ) {}

  /** Makes the folder, if it is used. */
  async prepare(): Promise<void> {
    if (this.unset.length === 0) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await chmod(this.folder, 0o700);
  }

  async write(message: OutboxMessage): Promise<void> {
    const createdAt = new Date().toISOString();
    // The counter orders what one process writes within a millisecond; the random part keeps processes apart.
    this.written += 1;
    const order = String(this.written).padStart(9, '0');
    const name = `${createdAt.replaceAll(':', '-')}-${order}-${randomBytes(6).toString('hex')}.json`;
    const draft = path.join(this.folder, `.${name}`);
    await writeFile(draft, `${JSON.stringify({ ...message, created_at: createdAt }, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, path.join(this.folder, name));
  }
}
