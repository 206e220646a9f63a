/** How long one hourly run may remove; the next goes on where it ended. Milliseconds. */
const RUN_MS = 5 * 60_000;

/** When a run that begins now is to end, for {@link untilNoneLeft}. */
export const endOfRun = (): number => performance.now() + RUN_MS;

/**
 * Removes in batches, each a transaction of its own: nobody waits long for what one of them holds.
 *
 * @param removeSome answers whether there may be more
 */
export async function untilNoneLeft(removeSome: () => Promise<boolean>, end = endOfRun()): Promise<void> {
  while ((await removeSome()) && performance.now() < end);
}
