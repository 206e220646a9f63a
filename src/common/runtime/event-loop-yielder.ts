import { setImmediate } from 'node:timers/promises';

/** Time between two yields. Milliseconds. */
const INTERVAL_MS = 10;

/** Lets the event loop serve other requests during long work: call {@link yieldIfDue} where the work can pause. */
export class EventLoopYielder {
  private since = performance.now();

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.since < INTERVAL_MS) return;
    await setImmediate();
    this.since = performance.now();
  }
}
