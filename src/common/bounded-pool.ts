import { AppError } from './errors/app-error.js';

const RETRY_AFTER_SECONDS = 5;

/** A piece of work that waits for a slot. */
interface Waiting {
  enter: () => void;
  refuse: (reason: Error) => void;
}

/**
 * Lets only so many pieces of work run at a time. The others wait: in the order of their coming, or where holders are named,
 * such as client addresses, the holders in turn, each with its oldest. A flood of sign-ins thus fills a queue of its own, not
 * the threads, connections and memory that everything else needs as well, and of that queue only its own part.
 */
export class BoundedPool {
  private running = 0;
  private waiting = 0;
  /** The holder whose turn is next comes first. */
  private readonly queues = new Map<string, Waiting[]>();

  /** @param maxWaitingEach of one holder */
  constructor(
    private readonly slots: number,
    private readonly maxWaiting: number,
    private readonly maxWaitingEach = maxWaiting,
  ) {}

  /**
   * @param signal ends the waiting, not the work
   * @param holder who has the work done
   * @throws AppError SERVICE_UNAVAILABLE with `Retry-After` when too many wait already, of the holder or of all; the signal's
   * reason when that is aborted before the work began
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal, holder = ''): Promise<T> {
    signal?.throwIfAborted();
    if (this.running < this.slots) this.running += 1;
    else await this.wait(holder, signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  private async wait(holder: string, signal?: AbortSignal): Promise<void> {
    this.makeRoom(holder);
    await new Promise<void>((resolve, reject) => {
      const settle = (act: () => void): void => {
        signal?.removeEventListener('abort', leave);
        this.waiting -= 1;
        act();
      };
      const waiting: Waiting = {
        enter: () => settle(resolve),
        refuse: (reason) => settle(() => reject(reason)),
      };
      const leave = (): void => {
        this.remove(holder, waiting);
        waiting.refuse(signal?.reason as Error);
      };
      this.queues.set(holder, [...(this.queues.get(holder) ?? []), waiting]);
      this.waiting += 1;
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Makes room for one more of the holder. A full queue evicts from the holder with the most, if that is more than this one would have. */
  private makeRoom(holder: string): void {
    const own = this.queues.get(holder)?.length ?? 0;
    if (own >= this.maxWaitingEach) throw tooMany();
    if (this.waiting < this.maxWaiting) return;
    let [largest, queue] = ['', [] as Waiting[]];
    for (const [other, its] of this.queues) if (its.length > queue.length) [largest, queue] = [other, its];
    const last = queue.at(-1);
    if (!last || queue.length <= own + 1) throw tooMany();
    this.remove(largest, last);
    last.refuse(tooMany());
  }

  private remove(holder: string, waiting: Waiting): void {
    const left = (this.queues.get(holder) ?? []).filter((other) => other !== waiting);
    if (left.length > 0) this.queues.set(holder, left);
    else this.queues.delete(holder);
  }

  /** Hands the slot to the next. */
  private leave(): void {
    const [turn] = this.queues;
    if (!turn) {
      this.running -= 1;
      return;
    }
    const [holder, [next, ...rest]] = turn;
    this.queues.delete(holder);
    if (rest.length > 0) this.queues.set(holder, rest);
    next?.enter();
  }
}

function tooMany(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Too much of this at once; try again in a moment',
    { reason: 'overload', retry_after: RETRY_AFTER_SECONDS },
    { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}
