const INTERVAL_MS = 2_000;

/** Calls `onAlive` periodically during `act`: OCR of an image may take longer than the time limit for a page of text. */
export async function keepingAlive<T>(onAlive: () => void, act: () => Promise<T>): Promise<T> {
  onAlive();
  const timer = setInterval(onAlive, INTERVAL_MS);
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}
