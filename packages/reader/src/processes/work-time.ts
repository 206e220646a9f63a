import { readFile } from 'node:fs/promises';

/** Clock ticks per second of Linux process times (`USER_HZ`, fixed). */
const TICKS_PER_SECOND = 100;

/** Maximum ratio of elapsed time to work: beyond it the task hangs, or the machine is far too slow. */
const MAX_WAITING = 10;

/**
 * How long something has been at work, in milliseconds: the processor time that it used, which does not grow while others have the
 * processor. Several threads together count no more than the time that has passed, and long waiting counts too.
 * @param cpuMs processor time since its beginning; null where the system does not tell
 * @param wallMs time since its beginning
 */
export function workTime(cpuMs: number | null, wallMs: number): number {
  return cpuMs === null ? wallMs : Math.max(Math.min(cpuMs, wallMs), wallMs / MAX_WAITING);
}

/** CPU time of a process with all threads, in milliseconds; null if the system does not report it. */
export async function processorTime(pid: number | undefined): Promise<number | null> {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program name is in parentheses and may contain anything; user and system time are fields 14 and 15 (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? (ticks * 1_000) / TICKS_PER_SECOND : null;
}

/** Measures the work of this process with all threads, from now on. */
export class WorkClock {
  private readonly startedAt = performance.now();
  private readonly cpu = process.cpuUsage();

  /** Milliseconds as in `workTime`. */
  get elapsed(): number {
    const { user, system } = process.cpuUsage(this.cpu);
    return workTime((user + system) / 1_000, performance.now() - this.startedAt);
  }

  /** Rejects with `error` after this much work, unless `act` has ended. */
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
