import type { Breather } from '../../../common/breather.js';
import { heaviestChain, type Pair } from './heaviest-chain.js';
import { similarityOf, type PageSketch } from './page-sketch.js';

/** A word that stands on many pages of a gap says nothing of which page is which. */
const MAX_WORD_PAGES = 16;
/** Pages that have less in common are two pages, not one that was changed. Pages of one manual at random: below 0.1. */
const MIN_SIMILARITY = 0.2;
/** Of a page's matches the best few are weighed against those of others: ordering them all would take long at one stretch. */
const MAX_MATCHES = 4;

/** Pages between two matches. Ends are exclusive. */
export interface Gap {
  from: number;
  fromEnd: number;
  to: number;
  toEnd: number;
}

/** Matches the pages of a gap by what they have in common, in order. Other requests are served in between. */
export async function matchByLikeness(
  gap: Gap,
  ofFrom: Map<number, PageSketch>,
  ofTo: Map<number, PageSketch>,
  breather: Breather,
): Promise<Pair[]> {
  const pages = await pagesByWord(gap, ofFrom, breather);
  const pairs: Pair[] = [];
  for (let b = gap.to; b < gap.toEnd; b += 1) {
    const sketch = ofTo.get(b)!;
    const candidates = new Set([gap.from + (b - gap.to), gap.fromEnd - (gap.toEnd - b)]);
    for (const word of sketch) {
      const known = pages.get(word) ?? [];
      if (known.length <= MAX_WORD_PAGES) for (const a of known) candidates.add(a);
    }
    const found: Pair[] = [];
    for (const a of candidates) {
      const other = ofFrom.get(a);
      const weight = other && a >= gap.from && a < gap.fromEnd ? similarityOf(other, sketch) : 0;
      if (weight >= MIN_SIMILARITY) found.push({ from: a, to: b - gap.to, weight });
    }
    // Of equals the one at the same place, which is the first.
    pairs.push(...found.sort((x, y) => y.weight - x.weight).slice(0, MAX_MATCHES));
    await breather.breathe();
  }
  await breather.breathe();
  return heaviestChain(pairs, gap.toEnd - gap.to).map((pair) => ({ ...pair, to: pair.to + gap.to }));
}

/** Pages of the revision before by the words of their sketches; of a word on too many pages, one more than count. */
async function pagesByWord(
  gap: Gap,
  ofFrom: Map<number, PageSketch>,
  breather: Breather,
): Promise<Map<number, number[]>> {
  const pages = new Map<number, number[]>();
  for (let a = gap.from; a < gap.fromEnd; a += 1) {
    for (const word of ofFrom.get(a)!) {
      const known = pages.get(word);
      if (!known) pages.set(word, [a]);
      else if (known.length <= MAX_WORD_PAGES) known.push(a);
    }
    await breather.breathe();
  }
  return pages;
}
