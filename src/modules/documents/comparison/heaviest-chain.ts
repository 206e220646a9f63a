export interface Pair {
  from: number;
  to: number;
  weight: number;
}

/** The pairs of greatest total weight that keep the order of both sequences and use each item once. O(n log n), by a Fenwick tree. */
export function heaviestChain(pairs: readonly Pair[], toLength: number): Pair[] {
  // Later positions first, so that two pairs with the same `from` never form a chain.
  const sorted = [...pairs].sort((a, b) => a.from - b.from || b.to - a.to);
  const weights = new Float64Array(sorted.length);
  const previous = new Int32Array(sorted.length).fill(-1);
  /** Fenwick tree: index of the heaviest chain that ends at a lower position. */
  const tree = new Int32Array(toLength + 1).fill(-1);
  const heavier = (a: number, b: number): number => (a >= 0 && (b < 0 || weights[a]! > weights[b]!) ? a : b);
  let best = -1;
  sorted.forEach(({ to, weight }, index) => {
    let before = -1;
    for (let place = to; place > 0; place -= place & -place) before = heavier(tree[place]!, before);
    previous[index] = before;
    weights[index] = weight + (before >= 0 ? weights[before]! : 0);
    best = heavier(index, best);
    for (let place = to + 1; place <= toLength; place += place & -place) tree[place] = heavier(index, tree[place]!);
  });
  const chain: Pair[] = [];
  for (let index = best; index >= 0; index = previous[index]!) chain.push(sorted[index]!);
  return chain.reverse();
}
