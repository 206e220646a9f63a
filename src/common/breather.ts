import { setImmediate } from 'node:timers/promises';

/** Work goes on this long before others have their turn. Milliseconds. */
const TURN_MS = 10;

/** Long work on the main thread lets other requests be served in between: it calls {@link breathe} wherever it may rest. */
export class Breather {
  private since = performance.now();

  async breathe(): Promise<void> {
    if (performance.now() - this.since < TURN_MS) return;
    await setImmediate();
    this.since = performance.now();
  }
}
