/** Insertions, deletions, replacements and swaps of neighbors (optimal string alignment). Null if more than `most`. */
export function editDistance(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let edits = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      const isSwap =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwap) edits = Math.min(edits, before[j - 2]! + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return null;
    before = previous;
    previous = current;
  }
  const edits = previous[b.length]!;
  return edits <= most ? edits : null;
}
