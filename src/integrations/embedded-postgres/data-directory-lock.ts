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
 * At most one living process holds the lock of a data directory; a holder killed with -9 loses it by dying.
 *
 * Node offers no lock of the operating system, and a plain lock file cannot be taken over from a dead owner without a
 * race: two finders may both remove it, the second one removing the first one's new lock. So the folder holds numbered
 * generations. The highest decides; whoever creates the next number (atomic: link fails if it exists) owns it, provided
 * it is still the highest afterwards. Numbers never go down, because a released generation stays behind as an empty file.
 *
 * The lock sees the processes of one machine (one pid namespace): two containers must not share a DATA_DIR.
 */
export class DataDirectoryLock {
  private constructor(private readonly file: string) {}

  /** Takes the lock, or throws DataDirectoryInUseError naming `dataDir` and the holder. `folder` is created if absent. */
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
      // The generation that was judged is history by now: somebody went past it and tidied up.
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

/** Empty means released; unreadable content means that the machine, and so the owner, went down while writing it. */
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

/** Creates the file with its whole content at once, so that nobody ever reads half of it; false if it exists. */
function createOwned(file: string): boolean {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, JSON.stringify(processIdentity(process.pid)), { mode: 0o600 });
  try {
    // Root writes it for the owner of the folder, who may be the next to start.
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
