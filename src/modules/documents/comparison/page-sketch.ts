/** A min-hash sketch: the smallest hashes of the page's words and word pairs, ascending. */
export type PageSketch = Uint32Array;

/** The standard error of a similarity is about 0.07. */
const SKETCH_SIZE = 48;

const SPACE = 0x20;
/** FNV-1a. The result is mixed because the smallest hashes must be a uniform sample. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export function sketchOf(text: string): PageSketch {
  const lower = text.toLowerCase();
  // Each word is followed by a space or the end, so there are at most this many words and pairs.
  const hashes = new Uint32Array(lower.length + 2);
  let [found, before, hash, isWord] = [0, 0, FNV_OFFSET, false];
  for (let i = 0; i <= lower.length; i += 1) {
    const code = i < lower.length ? lower.charCodeAt(i) : SPACE;
    if (code > SPACE) {
      hash = Math.imul(hash ^ code, FNV_PRIME);
      isWord = true;
    } else if (isWord) {
      const word = mixed(hash);
      hashes[found++] = word;
      if (before !== 0) hashes[found++] = mixed(Math.imul(before, 31) ^ word);
      [before, hash, isWord] = [word, FNV_OFFSET, false];
    }
  }
  const sorted = hashes.subarray(0, found).sort();
  let count = 0;
  for (const hash of sorted) {
    if (count === SKETCH_SIZE) break;
    if (count === 0 || sorted[count - 1] !== hash) sorted[count++] = hash;
  }
  return sorted.slice(0, count);
}

/** Estimated Jaccard similarity of two pages, from 0 to 1 (Broder's bottom-k estimate). */
export function similarityOf(a: PageSketch, b: PageSketch): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  let [i, j, union, shared] = [0, 0, 0, 0];
  while (union < SKETCH_SIZE && (i < a.length || j < b.length)) {
    const [x, y] = [a[i] ?? Infinity, b[j] ?? Infinity];
    if (x === y) shared += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
    union += 1;
  }
  return shared / union;
}

/** The finalizer of MurmurHash3. */
function mixed(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
