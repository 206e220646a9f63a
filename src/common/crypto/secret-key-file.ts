import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { MasterKeys } from './secrets.js';

const KEY_BYTES = 32;

/**
 * The master keys kept in `DATA_DIR/secret-key` (mode 0600), one a line in base64: the present one, then those before it.
 * Under its name there is always a whole file, on the disk before anything relies on it: losing it loses what it seals.
 */
export class SecretKeyFile {
  readonly file: string;
  private known: { version: string; keys: MasterKeys } | null = null;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'secret-key');
  }

  /** Whether there is a file; {@link keys} makes it. */
  get exists(): boolean {
    return existsSync(this.file);
  }

  /**
   * The keys as the file holds them now: of one that was replaced, the new ones. Makes the file on first use. Bound, to be
   * handed on as a MasterKeySource.
   *
   * @throws Error when there is a file that holds no key; it is never replaced
   */
  readonly keys = (): MasterKeys => {
    if (!this.known) this.createIfMissing();
    else if (this.known.version === this.version()) return this.known.keys;
    // Before the content: read after a change in between, the version of before it makes the next use read again.
    const version = this.version();
    if (version === null && this.known) return this.known.keys;
    this.known = { version: version ?? '', keys: parse(readFileSync(this.file, 'utf8'), this.file) };
    return this.known.keys;
  };

  /** Puts a new key in front; from now on it encrypts, also in running processes. Not for two at the same time. */
  addKey(): void {
    const { present, previous } = this.keys();
    this.replace([randomBytes(KEY_BYTES), present, ...previous]);
  }

  /** Forgets all but the present key. */
  dropPrevious(): void {
    this.replace([this.keys().present]);
  }

  /** Something else after each replacement; null when there is no file. */
  private version(): string | null {
    const stats = statSync(this.file, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : null;
  }

  /** Written to a file of its own and then linked into place, so that two processes starting at once end with the same key. */
  private createIfMissing(): void {
    if (this.exists) return;
    mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    const candidate = `${this.file}.${process.pid}`;
    write(candidate, [randomBytes(KEY_BYTES)]);
    try {
      linkSync(candidate, this.file);
      syncFolder(path.dirname(this.file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(candidate);
    }
  }

  private replace(keys: Buffer[]): void {
    const { uid, gid } = statSync(this.file);
    const draft = `${this.file}.next`;
    write(draft, keys, { uid, gid });
    renameSync(draft, this.file);
    syncFolder(path.dirname(this.file));
  }
}

function parse(text: string, file: string): MasterKeys {
  const [present, ...previous] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Buffer.from(line.trim(), 'base64'));
  if (!present || [present, ...previous].some((key) => key.length !== KEY_BYTES)) {
    throw new Error(`${file} does not hold keys of ${KEY_BYTES} bytes`);
  }
  return { present, previous };
}

function write(file: string, keys: Buffer[], owner?: { uid: number; gid: number }): void {
  rmSync(file, { force: true });
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    // An administrator's command must not take the file from the account of the service.
    if (owner && process.getuid?.() === 0) fchownSync(descriptor, owner.uid, owner.gid);
    writeSync(descriptor, keys.map((key) => `${key.toString('base64')}\n`).join(''));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Without it a power cut could bring back what the folder held before. Windows has no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
