/** Milliseconds between two signs of life. */
const INTERVAL_MS = 2_000;

/** Calls `onAlive` now and then while `act` is at work: reading a picture may take longer than a page of text may. */
export async function withSignsOfLife<T>(onAlive: () => void, act: () => Promise<T>): Promise<T> {
  onAlive();
  const timer = setInterval(onAlive, INTERVAL_MS);
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}
