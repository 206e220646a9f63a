import type { EventLoopYielder } from '../../../common/runtime/event-loop-yielder.js';
import { heaviestChain, type Pair } from './heaviest-chain.js';
import { similarityOf, type PageSketch } from './page-sketch.js';

/** A word on more pages of a gap than this does not tell them apart. */
const MAX_WORD_PAGES = 16;
/** Pages with a lower similarity count as removed and added. Random pages of one manual are below 0.1. */
const MIN_SIMILARITY = 0.2;
/** Best matches kept for each page, so that sorting them never blocks the event loop. */
const MAX_MATCHES = 4;

/** Ends are exclusive. */
export interface Gap {
  from: number;
  fromEnd: number;
  to: number;
  toEnd: number;
}

/** Matches the pages of a gap by similarity, in order. Yields to the event loop. */
export async function matchByLikeness(
  gap: Gap,
  ofFrom: Map<number, PageSketch>,
  ofTo: Map<number, PageSketch>,
  yielder: EventLoopYielder,
): Promise<Pair[]> {
  const pages = await pagesByWord(gap, ofFrom, yielder);
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
    // Array.sort is stable: of equal matches, the one at the same position comes first.
    pairs.push(...found.sort((x, y) => y.weight - x.weight).slice(0, MAX_MATCHES));
    await yielder.yieldIfDue();
  }
  await yielder.yieldIfDue();
  return heaviestChain(pairs, gap.toEnd - gap.to).map((pair) => ({ ...pair, to: pair.to + gap.to }));
}

async function pagesByWord(
  gap: Gap,
  ofFrom: Map<number, PageSketch>,
  yielder: EventLoopYielder,
): Promise<Map<number, number[]>> {
  const pages = new Map<number, number[]>();
  for (let a = gap.from; a < gap.fromEnd; a += 1) {
    for (const word of ofFrom.get(a)!) {
      const known = pages.get(word);
      if (!known) pages.set(word, [a]);
      else if (known.length <= MAX_WORD_PAGES) known.push(a);
    }
    await yielder.yieldIfDue();
  }
  return pages;
}
