import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { processIdentity } from './process-identity.js';

/**
 * Pids of PostgreSQL programs whose working directory is this cluster. Outside Linux only the postmaster with a known pid is recognized.
 */
export function clusterProcesses(cluster: string, postmaster: number | null): number[] {
  const folder = realpathSync(cluster);
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter(
        (name) => linkOf(name, 'cwd') === folder && /\/(postgres|initdb)( \(deleted\))?$/.test(linkOf(name, 'exe')),
      )
      .map(Number);
  }
  if (postmaster === null || processIdentity(postmaster) === null) return [];
  return commandOf(postmaster).includes(folder) ? [postmaster] : [];
}

function linkOf(pid: string, name: 'cwd' | 'exe'): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return ''; // Has ended, or belongs to another user and so not to us.
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
