/** Two items, by their places in two sequences, and what it is worth to match them. */
export interface Pair {
  from: number;
  to: number;
  weight: number;
}

/**
 * The pairs of greatest total weight that keep the order of both sequences and use no item twice, in order.
 *
 * O(n log n): the best chain that ends before a place is looked up in a tree of prefix maxima.
 */
export function heaviestChain(pairs: readonly Pair[], toLength: number): Pair[] {
  // Of one `from`, later places first: none of them is then before another.
  const sorted = [...pairs].sort((a, b) => a.from - b.from || b.to - a.to);
  const weights = new Float64Array(sorted.length);
  const previous = new Int32Array(sorted.length).fill(-1);
  /** Index of the heaviest chain's end among the places below, by Fenwick's scheme. */
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
