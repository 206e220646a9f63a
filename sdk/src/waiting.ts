const FIRST_DELAY_MS = 250;

/** Milliseconds before retry `n` (from 0): random up to a bound that doubles each time ("full jitter"). */
export function backoffMs(n: number, mostMs: number): number {
  return Math.random() * Math.min(mostMs, FIRST_DELAY_MS * 2 ** n);
}

/** @throws the signal's reason when aborted */
export function sleep(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
