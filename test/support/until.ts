/** Shorter than the time-out of a test, so that a failure reports the last value. Milliseconds. */
const LIMIT_MS = 540_000;
const INTERVAL_MS = 25;

/**
 * Looks until `holds` accepts the value, and answers the value. The limit allows for a slow machine; it measures nothing.
 *
 * @throws Error with the last value
 */
export async function until<T>(look: () => T | Promise<T>, holds: (value: T) => boolean = Boolean): Promise<T> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`waited ${LIMIT_MS} ms; last seen: ${JSON.stringify(value).slice(0, 4_000)}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
