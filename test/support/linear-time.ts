const DOUBLINGS = 3;
/** For a doubling; in proportion it is 2, quadratic code needs 4. */
const GROWTH = 3;
/** What is faster than this is measured too badly to compare. Milliseconds. */
const NOTHING = 5;

/** Measurements of each size, of which the least counts: garbage collection and other threads of the process only add. */
const ATTEMPTS = 6;

/** CPU milliseconds of one call. */
async function milliseconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Expects `work` to take time in proportion to the size of its input: of `size`, and of eight times as much. */
export async function expectLinear<T>(
  work: (input: T) => unknown,
  make: (size: number) => T,
  size: number,
): Promise<void> {
  const [once, larger] = [make(size), make(size * 2 ** DOUBLINGS)];
  await work(once);
  let [before, after] = [Infinity, Infinity];
  const growth = (): number => after / Math.max(before, NOTHING);
  for (let attempt = 0; attempt < ATTEMPTS && !(growth() < GROWTH ** DOUBLINGS); attempt += 1) {
    before = Math.min(before, await milliseconds(() => work(once)));
    after = Math.min(after, await milliseconds(() => work(larger)));
  }
  expect(growth()).toBeLessThan(GROWTH ** DOUBLINGS);
}

/** A text of that length that repeats the part. */
export const repeated =
  (part: string) =>
  (length: number): string =>
    part.repeat(Math.ceil(length / part.length));
