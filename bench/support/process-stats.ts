import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own tick. */
const TICKS_PER_SECOND = 100;
/** Children that stay on are not waited for. Milliseconds. */
const REAP_TIMEOUT_MS = 5_000;
/** How often memory is looked at. */
const SAMPLE_MS = 20;

function statFields(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command in parentheses and may hold spaces; numbers begin with the fourth.
  return stat
    .slice(stat.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number);
}

/** CPU seconds that the process itself has used, all its threads together. */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid);
  return (fields[10]! + fields[11]!) / TICKS_PER_SECOND;
}

/** CPU milliseconds of the main thread of the process, on which Node runs its event loop; exact to far below one. */
export function mainThreadMs(pid: number): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** CPU seconds of the children of the process that have ended. */
export function endedChildrenCpuSeconds(pid: number): number {
  const fields = statFields(pid);
  return (fields[12]! + fields[13]!) / TICKS_PER_SECOND;
}

/** Resolves when the process has no children left, whose CPU time is then counted; a killed one takes its time on a busy machine. */
export async function untilReaped(pid: number): Promise<void> {
  const deadline = Date.now() + REAP_TIMEOUT_MS;
  while (descendants(pid).length > 0 && Date.now() < deadline) await sleep(20);
}

/** Resident memory in MiB; pages shared with other processes count in full. */
export function residentMib(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1024;
}

/** The most that `residentMib` has been since the process began. */
export function peakResidentMib(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'VmHWM') / 1024;
}

/** How far the resident memory of the process rises above what it was before, at most, while `work` is done. MiB. */
export async function riseMib(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = residentMib(pid);
  let highest = before;
  const sampler = setInterval(() => (highest = Math.max(highest, residentMib(pid))), SAMPLE_MS);
  await work().finally(() => clearInterval(sampler));
  return highest - before;
}

/** Proportional memory in MiB: a page shared by n processes counts one n-th. */
export function proportionalMib(pid: number): number {
  return kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024;
}

/** The processes below `pid`, children before grandchildren. */
export function descendants(pid: number): number[] {
  const parentOf = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parentOf.set(Number(name), statFields(Number(name))[0]!);
    } catch {
      // It ended while we were looking.
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
