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

/** The master keys in `DATA_DIR/secret-key` (mode 0600), current first, base64 per line. Synced before use: a lost key loses all data. */
export class SecretKeyFile {
  readonly file: string;
  private known: { version: string; keys: MasterKeys } | null = null;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'secret-key');
  }

  get exists(): boolean {
    return existsSync(this.file);
  }

  /** Creates the file on first use. Bound, as a MasterKeySource. @throws Error when the file holds no key; it is never replaced */
  readonly keys = (): MasterKeys => {
    if (!this.known) this.createIfMissing();
    else if (this.known.version === this.version()) return this.known.keys;
    // Read before the content: after a concurrent change the next use reads again.
    const version = this.version();
    if (version === null && this.known) return this.known.keys;
    this.known = { version: version ?? '', keys: parse(readFileSync(this.file, 'utf8'), this.file) };
    return this.known.keys;
  };

  /** Puts a new key first. It is used for encryption from now on, also by running processes. Not safe for concurrent calls. */
  addKey(): void {
    const { present, previous } = this.keys();
    this.replace([randomBytes(KEY_BYTES), present, ...previous]);
  }

  dropPrevious(): void {
    this.replace([this.keys().present]);
  }

  /** Changes with each replacement; null without a file. */
  private version(): string | null {
    const stats = statSync(this.file, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : null;
  }

  /** Written to a draft and linked, so that two processes that start at once use the same key. */
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
    // A command run by an administrator must not take the file from the service's account.
    if (owner && process.getuid?.() === 0) fchownSync(descriptor, owner.uid, owner.gid);
    writeSync(descriptor, keys.map((key) => `${key.toString('base64')}\n`).join(''));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Otherwise a power failure could restore the old directory entry. Windows does not need it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
