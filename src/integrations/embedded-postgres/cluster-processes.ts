import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { processIdentity } from './process-identity.js';

/**
 * Pids of the PostgreSQL programs that work in this cluster: all of them have it as their working directory, and no shell
 * of a curious user is taken for one. Outside Linux only the postmaster, if its pid is known, can be recognised.
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
