import { AppError } from '../errors/app-error.js';

const RETRY_AFTER_SECONDS = 5;

interface Waiting {
  enter: () => void;
  refuse: (reason: Error) => void;
}

/** Bounds concurrent work. Waiting work starts round-robin over its holders, such as client addresses, so one flood fills no queue. */
export class BoundedPool {
  private running = 0;
  private waiting = 0;
  /** The next holder is first. */
  private readonly queues = new Map<string, Waiting[]>();

  /** @param maxWaitingEach limit for one holder */
  constructor(
    private readonly slots: number,
    private readonly maxWaiting: number,
    private readonly maxWaitingEach = maxWaiting,
  ) {}

  /**
   * @param signal ends the waiting, not the work
   * @param holder on whose behalf the work is done
   * @throws AppError SERVICE_UNAVAILABLE with `Retry-After` when the queue, or the holder's part of it, is full; the signal's
   * reason when it is aborted before the work starts
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

  /** Makes room for one more. A full queue evicts the newest of the largest holder, if that one has more than this holder would have. */
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

  /** Gives the slot to the next in the queue. */
  private leave(): void {
    const [first] = this.queues;
    if (!first) {
      this.running -= 1;
      return;
    }
    const [holder, [next, ...rest]] = first;
    this.queues.delete(holder);
    if (rest.length > 0) this.queues.set(holder, rest);
    next?.enter();
  }
}

function tooMany(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many concurrent requests; try again later',
    { reason: 'overload', retry_after: RETRY_AFTER_SECONDS },
    { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}
