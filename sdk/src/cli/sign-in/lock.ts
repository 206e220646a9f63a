import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, StopError } from '../exit.js';

/** Longer than a refresh can take: its holder has crashed. */
const STALE_MS = 30_000;
const WAIT_MS = 45_000;
const LOOK_MS = 25;

/** Runs `work` while no other process of this user runs work with the same lock. @throws StopError after 45 seconds */
export async function exclusively<T>(lock: string, work: () => T | Promise<T>): Promise<T> {
  const mine = randomUUID();
  const since = Date.now();
  mkdirSync(path.dirname(lock), { recursive: true, mode: 0o700 });
  while (!take(lock, mine)) {
    if (Date.now() - since > WAIT_MS)
      throw new StopError(`Another amk refreshes the sign-in. If none runs, delete ${lock}`, EXIT.stopped, true);
    removeStale(lock);
    await sleep(LOOK_MS);
  }
  try {
    return await work();
  } finally {
    if (contentOf(lock) === mine) rmSync(lock, { force: true });
  }
}

function take(lock: string, mine: string): boolean {
  try {
    writeFileSync(lock, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Two processes can find the same lock stale. What the second moves away is the lock of the first: it gets it back. */
function removeStale(lock: string): void {
  const seen = contentOf(lock);
  const age = ageOf(lock);
  if (seen === null || age === null || age < STALE_MS) return;
  const away = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, away);
    if (contentOf(away) !== seen) linkSync(away, lock);
  } catch {
    // Another process was faster.
  }
  rmSync(away, { force: true });
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function ageOf(file: string): number | null {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return null;
  }
}
