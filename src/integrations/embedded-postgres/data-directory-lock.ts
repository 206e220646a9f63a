import {
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DataDirectoryInUseError } from './embedded-postgres.errors.js';
import { isRunning, processIdentity, type ProcessIdentity } from './process-identity.js';

/**
 * At most one process holds the lock of a data directory; a killed holder loses it. Node offers no file locks, and a plain lock file cannot
 * be taken from a dead owner without a race. So the folder holds numbered generations, of which the highest decides. A process owns the
 * lock if it created the next number (link fails if it exists) and that is still the highest. Released generations stay as empty files, so
 * numbers never decrease. The lock covers one pid namespace: two containers must not share a DATA_DIR.
 */
export class DataDirectoryLock {
  private constructor(private readonly file: string) {}

  /** Takes the lock, or throws DataDirectoryInUseError with `dataDir` and the holder. Creates `folder`. */
  static acquire(dataDir: string, folder: string): DataDirectoryLock {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (;;) {
      const latest = generations(folder).at(-1) ?? 0;
      const owner = latest > 0 ? readOwner(path.join(folder, String(latest))) : 'none';
      if (owner === 'gone') continue;
      if (owner !== 'none' && isRunning(owner)) throw new DataDirectoryInUseError(dataDir, owner.pid);

      const mine = path.join(folder, String(latest + 1));
      if (!createOwned(mine)) continue;
      const present = generations(folder);
      if (present.at(-1) === latest + 1) {
        for (const older of present.slice(0, -1)) rmSync(path.join(folder, String(older)), { force: true });
        return new DataDirectoryLock(mine);
      }
      // Another process has taken a higher generation and removed this one.
      rmSync(mine, { force: true });
    }
  }

  release(): void {
    truncateSync(this.file);
  }
}

function generations(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

/** Empty: released. Unreadable: the machine, and so the owner, crashed while writing. */
function readOwner(file: string): ProcessIdentity | 'none' | 'gone' {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone';
    throw error;
  }
  try {
    return JSON.parse(content) as ProcessIdentity;
  } catch {
    return 'none';
  }
}

/** Creates the file with its content atomically; false if it exists. */
function createOwned(file: string): boolean {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, JSON.stringify(processIdentity(process.pid)), { mode: 0o600 });
  try {
    // Root writes it for the owner of the folder, who may start next.
    const { uid, gid } = statSync(path.dirname(file));
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
