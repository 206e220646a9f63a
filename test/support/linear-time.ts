const DOUBLINGS = 3;
/** For a doubling; in proportion it is 2, quadratic code needs 4. */
const GROWTH = 2.5;
/** What is faster than this is measured too badly to compare. Milliseconds. */
const NOTHING = 5;

/** Time of the processor, the least of some runs: what else the machine does only adds. */
export function milliseconds(work: () => unknown): number {
  let least = Infinity;
  for (let run = 0; run < 4 && least > NOTHING; run += 1) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Expects `work` to take time in proportion to the length of its text: of `size` characters, and of eight times as many. */
export function expectLinear(work: (text: string) => unknown, make: (length: number) => string, size: number): void {
  const [once, larger] = [make(size), make(size * 2 ** DOUBLINGS)];
  const before = milliseconds(() => work(once));
  expect(milliseconds(() => work(larger))).toBeLessThan(GROWTH ** DOUBLINGS * Math.max(before, NOTHING));
}
