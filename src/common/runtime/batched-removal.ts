/** Time that one run may take; the next run continues. Milliseconds. */
const RUN_MS = 5 * 60_000;

/** The end of a run that starts now, for {@link removeInBatches}. */
export const removalDeadline = (): number => performance.now() + RUN_MS;

/** One transaction per batch, so that locks are short. @param removeSome resolves to whether there may be more */
export async function removeInBatches(removeSome: () => Promise<boolean>, end = removalDeadline()): Promise<void> {
  while ((await removeSome()) && performance.now() < end);
}
