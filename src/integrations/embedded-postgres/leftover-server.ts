import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterProcesses } from './cluster-processes.js';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import { processIdentity } from './process-identity.js';

/** Beyond the highest pid of any system, within the integers that PostgreSQL reads. */
const IMPOSSIBLE_PID = 2 ** 31 - 1;
const POLL_MS = 20;
const FAST_SHUTDOWN_MS = 10_000;
const KILL_MS = 5_000;
const INITIALIZATION_MS = 30_000;

/**
 * Ends what an earlier run left behind on this cluster: a server whose Node parent was killed, or the sessions of a server
 * that was killed itself. Call it only while holding the data directory's lock, so that whatever runs there is an orphan.
 *
 * It is stopped and not adopted: a child of our own reports its exit and has today's settings, and a restart costs little.
 */
export async function stopLeftoverServer(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const postmaster = readPid(pidFile);
  if (postmaster === null) return;

  const leftovers = clusterProcesses(cluster, postmaster);
  if (leftovers.length > 0) {
    log(`stopping the database server that an earlier run left behind (process ${postmaster})`);
    if (leftovers.includes(postmaster)) signal([postmaster], 'SIGINT');
    else signal(leftovers, 'SIGQUIT');
    if (!(await gone(cluster, postmaster, FAST_SHUTDOWN_MS))) {
      signal(clusterProcesses(cluster, postmaster), 'SIGKILL');
      if (!(await gone(cluster, postmaster, KILL_MS))) {
        throw new EmbeddedPostgresError(
          `The database server ${postmaster} of an earlier run in ${cluster} does not stop.`,
        );
      }
    }
  }
  if (processIdentity(postmaster) !== null) forgetPid(pidFile);
}

/**
 * The pid of a dead server may meanwhile belong to an innocent process, for which PostgreSQL would refuse to start. Only
 * the pid is replaced: by the rest of the file PostgreSQL finds, and frees, the shared memory of the dead server. A server
 * that came to an orderly end, and is still to be reaped, has removed the file itself.
 */
function forgetPid(pidFile: string): void {
  const text = readIfThere(pidFile);
  if (text === null) return;
  const [, ...rest] = text.split('\n');
  writeFileSync(pidFile, [IMPOSSIBLE_PID, ...rest].join('\n'));
}

/**
 * Lets the initdb of a killed owner come to its end, so that what it makes can be removed; killing it would leave its
 * shared memory behind.
 */
export async function awaitLeftoverInitialization(cluster: string): Promise<void> {
  if (existsSync(cluster) && !(await gone(cluster, null, INITIALIZATION_MS))) {
    signal(clusterProcesses(cluster, null), 'SIGKILL');
  }
}

function readPid(pidFile: string): number | null {
  const pid = Number.parseInt(readIfThere(pidFile) ?? '', 10);
  return pid > 0 ? pid : null;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function gone(cluster: string, postmaster: number | null, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(POLL_MS)) {
    if (clusterProcesses(cluster, postmaster).length === 0) return true;
  }
  return false;
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
