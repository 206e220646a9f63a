import { readFile } from 'node:fs/promises';

/** Ticks of the clock in which Linux counts the time of processes, a second: fixed in its interface (`USER_HZ`). */
const TICKS_PER_SECOND = 100;

/** How much longer than its work something may take: then it waits for what never comes, or the machine is hopelessly slow. */
const MAX_WAITING = 10;

/**
 * How long something has been at work, in milliseconds: the processor time that it used, which does not grow while others
 * have the processor. Several threads together count no more than the time that has passed, and long waiting counts too.
 *
 * @param cpuMs processor time since its beginning; null where the system does not tell
 * @param wallMs time since its beginning
 */
export function workTime(cpuMs: number | null, wallMs: number): number {
  return cpuMs === null ? wallMs : Math.max(Math.min(cpuMs, wallMs), wallMs / MAX_WAITING);
}

/** Processor time of a process with all its threads, in milliseconds; null where the system does not tell this way. */
export async function processorTime(pid: number | undefined): Promise<number | null> {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program stands in brackets and may hold anything; user and system time are fields 14 and 15 (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? (ticks * 1_000) / TICKS_PER_SECOND : null;
}

/** Measures the work of this process, all its threads together, from now on. */
export class WorkClock {
  private readonly startedAt = performance.now();
  private readonly cpu = process.cpuUsage();

  /** Milliseconds of work so far, as `workTime` counts them. */
  get elapsed(): number {
    const { user, system } = process.cpuUsage(this.cpu);
    return workTime((user + system) / 1_000, performance.now() - this.startedAt);
  }

  /** Rejects with what `error` makes once so much work was done, unless `act` has ended by then. */
  async limit<T>(milliseconds: number, act: Promise<T>, error: () => Error): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setInterval(
        () => {
          if (this.elapsed >= milliseconds) reject(error());
        },
        Math.max(1, Math.min(milliseconds, 200)),
      );
    });
    try {
      return await Promise.race([act, tooLong]);
    } finally {
      clearInterval(timer);
    }
  }
}
