import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One run of a process. A pid alone is not enough, because pids are reused. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque; equal only for the same run. Empty where the platform does not provide it. */
  startedAt: string;
}

/** Identity of the process with this pid; null without one and for a zombie. */
export function processIdentity(pid: number): ProcessIdentity | null {
  if (!exists(pid)) return null;
  if (process.platform === 'linux') return fromProc(pid);
  return { pid, startedAt: process.platform === 'win32' ? '' : fromPs(pid) };
}

/** Whether this run is still alive. Without a start time a live pid counts as the same, which is the safe side. */
export function isRunning(identity: ProcessIdentity): boolean {
  const current = processIdentity(identity.pid);
  if (current === null) return false;
  return current.startedAt === identity.startedAt || current.startedAt === '' || identity.startedAt === '';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function fromProc(pid: number): ProcessIdentity | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch (error) {
    // With hidepid, processes of other users exist but are hidden.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && !exists(pid) ? null : { pid, startedAt: '' };
  }
  // The second field is the command in parentheses, which may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  if (state === 'Z' || state === 'X') return null;
  // Start times count from boot.
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  return { pid, startedAt: `${boot}:${fields[19]}` };
}

function fromPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } }).trim();
  } catch {
    return '';
  }
}
