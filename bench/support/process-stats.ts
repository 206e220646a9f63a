import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second on every kernel. */
const TICKS_PER_SECOND = 100;
/** Sampling interval of memory. */
const SAMPLE_MS = 20;

function statFields(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command in parentheses and can contain spaces; numbers start with the fourth.
  return stat
    .slice(stat.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number);
}

/** CPU seconds of the process with all threads. */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid);
  return (fields[10]! + fields[11]!) / TICKS_PER_SECOND;
}

/** CPU milliseconds of the process's main thread, which runs the event loop; precise to well below one. */
export function mainThreadMs(pid: number): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** CPU seconds of the process's descendants, running and reaped. */
export function childrenCpuSeconds(pid: number): number {
  const [own, ...running] = [pid, ...descendants(pid)].map((one) => {
    try {
      return statFields(one);
    } catch {
      // The process ended meanwhile.
      return [];
    }
  });
  const ticks = (fields: number[], from: number): number => (fields[from] ?? 0) + (fields[from + 1] ?? 0);
  const ofRunning = running.reduce((sum, fields) => sum + ticks(fields, 10) + ticks(fields, 12), 0);
  return (ticks(own!, 12) + ofRunning) / TICKS_PER_SECOND;
}

/** CPU seconds of the PostgreSQL servers that this process started, with all their sessions. */
export function databaseCpuSeconds(): number {
  const servers = descendants(process.pid).filter((pid) => {
    try {
      return statFields(pid)[0] === process.pid && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
    } catch {
      // The process ended meanwhile.
      return false;
    }
  });
  return servers.reduce((sum, pid) => sum + cpuSeconds(pid) + childrenCpuSeconds(pid), 0);
}

/** Resident memory in MiB, including shared pages. */
export function residentMib(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1024;
}

/** Maximum of `residentMib` since the process started. */
export function peakResidentMib(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'VmHWM') / 1024;
}

/** Maximum growth of the process's resident memory during `work`, in MiB. */
export async function riseMib(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = residentMib(pid);
  let highest = before;
  const sampler = setInterval(() => (highest = Math.max(highest, residentMib(pid))), SAMPLE_MS);
  await work().finally(() => clearInterval(sampler));
  return highest - before;
}

/** Proportional memory in MiB: a page shared by n processes counts 1/n. */
export function proportionalMib(pid: number): number {
  return kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024;
}

/** Child processes of `pid` recursively, parents first. */
export function descendants(pid: number): number[] {
  const parentOf = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parentOf.set(Number(name), statFields(Number(name))[0]!);
    } catch {
      // The process ended meanwhile.
    }
  }
  const found = [pid];
  for (const parent of found) {
    for (const [child, its] of parentOf) if (its === parent) found.push(child);
  }
  return found.slice(1);
}

function kilobytes(file: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
}
