/** `from` and `to` are line numbers; null on the side that lacks the line. */
export type LineChange =
  | { op: 'context'; from: number; to: number }
  | { op: 'removed'; from: number; to: null }
  | { op: 'added'; from: null; to: number };

/** Time and memory grow with its square; 300 block the event loop for about 15 ms. Texts with more differences count as rewritten. */
const MAX_DIFFERENCES = 300;

/** Shortest edit script (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). Above the limit, the middle is replaced. */
export function diffLines(from: readonly string[], to: readonly string[]): LineChange[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let [fromEnd, toEnd] = [from.length, to.length];
  while (fromEnd > start && toEnd > start && from[fromEnd - 1] === to[toEnd - 1]) {
    fromEnd -= 1;
    toEnd -= 1;
  }
  const changes: LineChange[] = [];
  const keep = (a: number, b: number, count: number): void => {
    for (let i = 0; i < count; i += 1) changes.push({ op: 'context', from: a + i, to: b + i });
  };
  keep(0, 0, start);
  let [a, b] = [start, start];
  const kept = commonLines(from.slice(start, fromEnd), to.slice(start, toEnd));
  for (const [x, y] of [...kept.map(([x, y]) => [x + start, y + start] as const), [fromEnd, toEnd] as const]) {
    for (; a < x; a += 1) changes.push({ op: 'removed', from: a, to: null });
    for (; b < y; b += 1) changes.push({ op: 'added', from: null, to: b });
    if (x < fromEnd && y < toEnd) keep(a++, b++, 1);
  }
  keep(fromEnd, toEnd, from.length - fromEnd);
  return changes;
}

/** Positions of the unchanged lines, in order; none if there are too many differences. */
function commonLines(from: readonly string[], to: readonly string[]): [number, number][] {
  const limit = Math.min(from.length + to.length, MAX_DIFFERENCES);
  /** Furthest position in `from` on each diagonal `from - to`, offset by `limit`; copied for each number of differences. */
  const frontier = new Int32Array(2 * limit + 2);
  const trace: Int32Array[] = [];
  for (let differences = 0; differences <= limit; differences += 1) {
    trace.push(frontier.slice());
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let x = nextStart(frontier, diagonal, differences, limit);
      let y = x - diagonal;
      while (x < from.length && y < to.length && from[x] === to[y]) {
        x += 1;
        y += 1;
      }
      frontier[diagonal + limit] = x;
      if (x >= from.length && y >= to.length) return backtrack(trace, from.length, to.length, limit);
    }
  }
  return [];
}

/** Start of the path on a diagonal: after an added line from the diagonal above, or a removed one from below. */
function nextStart(frontier: Int32Array, diagonal: number, differences: number, limit: number): number {
  return isAddition(frontier, diagonal, differences, limit)
    ? frontier[diagonal + 1 + limit]!
    : frontier[diagonal - 1 + limit]! + 1;
}

function isAddition(frontier: Int32Array, diagonal: number, differences: number, limit: number): boolean {
  if (differences === 0 || diagonal === -differences) return true;
  return diagonal !== differences && frontier[diagonal - 1 + limit]! < frontier[diagonal + 1 + limit]!;
}

function backtrack(
  trace: readonly Int32Array[],
  fromLength: number,
  toLength: number,
  limit: number,
): [number, number][] {
  const kept: [number, number][] = [];
  let [x, y] = [fromLength, toLength];
  for (let differences = trace.length - 1; differences >= 0; differences -= 1) {
    const frontier = trace[differences]!;
    const diagonal = x - y;
    const isAdded = isAddition(frontier, diagonal, differences, limit);
    const begin = nextStart(frontier, diagonal, differences, limit);
    while (x > begin && y > begin - diagonal) kept.push([(x -= 1), (y -= 1)]);
    if (isAdded) y -= 1;
    else x -= 1;
  }
  return kept.reverse();
}
