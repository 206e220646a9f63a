import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterProcesses } from './cluster-processes.js';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import { processIdentity } from './process-identity.js';

/** Above the pids of any system, within PostgreSQL's integers. */
const IMPOSSIBLE_PID = 2 ** 31 - 1;
const POLL_MS = 20;
const FAST_SHUTDOWN_MS = 10_000;
const KILL_MS = 5_000;
const INITIALIZATION_MS = 30_000;

/** Ends an orphaned server of an earlier run; requires the lock. It is not reused: a child process reports its exit. */
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

/** PostgreSQL refuses to start if this pid is in use. Only the pid is replaced: the rest frees the dead server's shared memory. */
function forgetPid(pidFile: string): void {
  const text = readIfThere(pidFile);
  if (text === null) return;
  const [, ...rest] = text.split('\n');
  writeFileSync(pidFile, [IMPOSSIBLE_PID, ...rest].join('\n'));
}

/** Waits for the initdb of a killed owner; killing it would leak its shared memory. */
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
