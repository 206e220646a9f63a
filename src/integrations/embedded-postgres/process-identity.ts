import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One run of one process. A pid alone is not enough: after a crash the system hands the same number to somebody else. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque; equal only for the same run. Empty where the platform does not tell. */
  startedAt: string;
}

/** Identity of the process that has this pid now; null when there is none, or when it is dead and merely not yet reaped. */
export function processIdentity(pid: number): ProcessIdentity | null {
  if (!exists(pid)) return null;
  if (process.platform === 'linux') return fromProc(pid);
  return { pid, startedAt: process.platform === 'win32' ? '' : fromPs(pid) };
}

/** Whether that very run still lives. Where the start time cannot be known, a living pid counts as the same: refusing is safe. */
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
    // With hidepid the processes of other users exist but are not shown.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && !exists(pid) ? null : { pid, startedAt: '' };
  }
  // The second field is the command in parentheses, which may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  if (state === 'Z' || state === 'X') return null;
  // Start times count from boot, so the boot belongs to the mark.
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
