import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import { processIdentity } from './process-identity.js';

const POLL_MS = 20;
const FAST_SHUTDOWN_MS = 10_000;
const KILL_MS = 5_000;

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

  const leftovers = serverProcesses(cluster, postmaster);
  if (leftovers.length > 0) {
    log(`stopping the database server that an earlier run left behind (process ${postmaster})`);
    if (leftovers.includes(postmaster)) signal([postmaster], 'SIGINT');
    else signal(leftovers, 'SIGQUIT');
    if (!(await gone(cluster, postmaster, FAST_SHUTDOWN_MS))) {
      signal(serverProcesses(cluster, postmaster), 'SIGKILL');
      if (!(await gone(cluster, postmaster, KILL_MS))) {
        throw new EmbeddedPostgresError(
          `The database server ${postmaster} of an earlier run in ${cluster} does not stop.`,
        );
      }
    }
  }
  // The number of a dead server may meanwhile belong to an innocent process, for which PostgreSQL would refuse to start.
  if (processIdentity(postmaster) !== null) rmSync(pidFile, { force: true });
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** PostgreSQL processes that work in this cluster; outside Linux only the postmaster can be recognised. */
function serverProcesses(cluster: string, postmaster: number): number[] {
  const folder = realpathSync(cluster);
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => linkOf(name, 'cwd') === folder && /\/postgres( \(deleted\))?$/.test(linkOf(name, 'exe')))
      .map(Number);
  }
  return processIdentity(postmaster) !== null && commandOf(postmaster).includes(folder) ? [postmaster] : [];
}

function linkOf(pid: string, name: 'cwd' | 'exe'): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return ''; // Ended meanwhile, or belongs to somebody else and so not to us.
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

async function gone(cluster: string, postmaster: number, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(POLL_MS)) {
    if (serverProcesses(cluster, postmaster).length === 0) return true;
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
