import { Injectable } from '@nestjs/common';

/** Wakes waiting code of this process, which then checks again. */
@Injectable()
export class Wakeups {
  private readonly watches = new Map<string, Set<Watch>>();

  /** To be taken before the first check, so that no wake-up is missed. */
  watch(...keys: string[]): Watch {
    const watch = new Watch(() => {
      for (const key of keys) {
        const others = this.watches.get(key);
        others?.delete(watch);
        if (others?.size === 0) this.watches.delete(key);
      }
    });
    for (const key of keys) this.watches.set(key, (this.watches.get(key) ?? new Set<Watch>()).add(watch));
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

  /** @param end to be called when the watch is no longer needed */
  constructor(readonly end: () => void) {}

  wake(): void {
    this.isAwake = true;
    this.resume?.();
  }

  /** At once if woken since the last wait; at most `ms`, and until the signal is aborted. Resolves to whether it was woken. */
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
