import { Injectable } from '@nestjs/common';

/** Tells those of this process who wait for something that it may have happened: they look again without a pause. */
@Injectable()
export class Wakeups {
  private readonly watches = new Map<string, Set<Watch>>();

  /** To be taken before the first look, so that nothing is missed between a look and the wait after it. */
  watch(key: string): Watch {
    const watch = new Watch(() => {
      const others = this.watches.get(key);
      others?.delete(watch);
      if (others?.size === 0) this.watches.delete(key);
    });
    this.watches.set(key, (this.watches.get(key) ?? new Set<Watch>()).add(watch));
    return watch;
  }

  wake(key: string): void {
    for (const watch of this.watches.get(key) ?? []) watch.wake();
  }

  wakeAll(): void {
    for (const key of this.watches.keys()) this.wake(key);
  }
}

export class Watch {
  private isAwake = false;
  private resume: (() => void) | null = null;

  /** @param end no more is to be heard; to be called by whoever took the watch */
  constructor(readonly end: () => void) {}

  wake(): void {
    this.isAwake = true;
    this.resume?.();
  }

  /**
   * Until woken, at once when that happened since the last wait; not longer than `ms`, nor than the signal allows. Answers
   * whether it was woken.
   */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.isAwake && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        this.resume = done;
      });
      this.resume = null;
    }
    const wasWoken = this.isAwake;
    this.isAwake = false;
    return wasWoken;
  }
}
