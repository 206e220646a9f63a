/** The longest that a test that counts requests takes on a loaded machine. Milliseconds. */
const ROOM_MS = 120_000;
const HOUR_MS = 3_600_000;

/**
 * `beforeEach(roomInHour)` of tests that count requests: these are counted by the hour, so the last seconds of one are
 * waited out and no test sees it end.
 */
export async function roomInHour(): Promise<void> {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < ROOM_MS) await new Promise((resolve) => setTimeout(resolve, left));
}
