import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { EXIT, StopError, UsageError } from '../exit.js';

/** What `amk login` keeps. */
export interface SignIn {
  /** Of the API, with the version. */
  url: string;
  client_id: string;
  access_token: string;
  refresh_token: string;
  /** Milliseconds since 1970. */
  expires_at: number;
  scope: string;
}

const OTHERS = 0o077;

/** `amk` in the folder of the system for settings. Only the user can read it. */
export function configFolder(): string {
  const { XDG_CONFIG_HOME = '', APPDATA = '' } = process.env;
  const base = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return path.join(path.isAbsolute(base) ? base : path.join(os.homedir(), '.config'), 'amk');
}

/** A named sign-in, in a file of its own. */
export class Profile {
  private constructor(readonly name: string) {}

  /** @throws UsageError */
  static of(given: string | undefined): Profile {
    const name = given ?? (process.env.AMK_PROFILE || 'default');
    if (!/^[\w-]{1,50}$/.test(name)) throw new UsageError('--profile must be 1 to 50 letters, digits, _ or -');
    return new Profile(name);
  }

  get file(): string {
    return path.join(configFolder(), `profile-${this.name}.json`);
  }

  get lock(): string {
    return `${this.file}.lock`;
  }

  /** Null if not signed in. @throws StopError for a file that others can read or that is damaged */
  read(): SignIn | null {
    return readPrivate(this.file) as SignIn | null;
  }

  write(signIn: SignIn): void {
    writePrivate(this.file, signIn);
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}

/** JSON of a file; null if it does not exist. @throws StopError */
export function readPrivate(file: string): unknown {
  if (!existsSync(file)) return null;
  if (process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0)
    throw new StopError(`Others can read ${file}. Delete it and sign in again, or run chmod 600`, EXIT.notSignedIn);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new StopError(`${file} cannot be read. Delete it and sign in again`, EXIT.notSignedIn);
  }
}

/** Replaces the file at once: a reader sees the previous content or all of the new one. */
export function writePrivate(file: string, content: unknown): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(handle, JSON.stringify(content));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}
