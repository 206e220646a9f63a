import { EventLoopYielder } from '../../../common/runtime/event-loop-yielder.js';
import { matchByLikeness, type Gap } from './gap-matching.js';
import { heaviestChain, type Pair } from './heaviest-chain.js';
import type { PageSketch } from './page-sketch.js';

/** `from` and `to` are positions in the two sequences; null on the side that lacks the page. */
export type PageChange =
  | { change: 'unchanged' | 'changed' | 'moved'; from: number; to: number }
  | { change: 'added'; from: null; to: number }
  | { change: 'removed'; from: number; to: null };

export type SketchSource = (places: readonly number[]) => Promise<Map<number, PageSketch>>;

/** Pages with more identical copies, such as blank ones, are no landmarks. */
const MAX_LANDMARK_TWINS = 4;
/** Pages of both revisions compared by content, about 0.3 ms each. Not a time limit, so that all nodes compute the same list. */
const MAX_PAGES_LOOKED_INTO = 8_000;

/**
 * Matches pages by landmarks (identical pages), then by similarity between landmarks. O(n log n). Above the limit, the rest is matched by
 * position and `approximate` is set.
 * @param from content hashes of the pages in order; `to` likewise
 */
export async function alignPages(
  from: readonly string[],
  to: readonly string[],
  sketches: { from: SketchSource; to: SketchSource },
  mostLookedInto = MAX_PAGES_LOOKED_INTO,
): Promise<{ changes: PageChange[]; approximate: boolean }> {
  const yielder = new EventLoopYielder();
  const pairs = landmarks(from, to);
  await yielder.yieldIfDue();
  const matches = withNeighbours(heaviestChain(pairs, to.length), from, to);
  await yielder.yieldIfDue();
  const gaps = gapsBetween(matches, from.length, to.length).filter(
    (gap) => gap.from < gap.fromEnd && gap.to < gap.toEnd,
  );
  const seen = beginnings(gaps, Math.floor(mostLookedInto / 2));
  const ofFrom = await sketches.from(seen.flatMap((gap) => range(gap.from, gap.fromEnd)));
  const ofTo = await sketches.to(seen.flatMap((gap) => range(gap.to, gap.toEnd)));
  let approximate = false;
  for (const [index, gap] of gaps.entries()) {
    const alike = await matchByLikeness(seen[index]!, ofFrom, ofTo, yielder);
    const rest = matchByPlace(gap, seen[index]!, alike.at(-1));
    for (const pair of [...alike, ...rest]) matches.push(pair);
    approximate ||= seen[index]!.fromEnd < gap.fromEnd || seen[index]!.toEnd < gap.toEnd;
  }
  await yielder.yieldIfDue();
  return { changes: listChanges(matches, from, to), approximate };
}

/** The start of each gap, up to `most` pages of either revision in total. */
function beginnings(gaps: readonly Gap[], most: number): Gap[] {
  let left = most;
  return gaps.map((gap) => {
    const fromEnd = Math.min(gap.fromEnd, gap.from + left);
    const toEnd = Math.min(gap.toEnd, gap.to + left);
    left -= Math.max(fromEnd - gap.from, toEnd - gap.to);
    return { ...gap, fromEnd, toEnd };
  });
}

function matchByPlace(gap: Gap, seen: Gap, last: Pair | undefined): Pair[] {
  if (seen.fromEnd === gap.fromEnd && seen.toEnd === gap.toEnd) return [];
  const shift = last ? last.to - last.from : gap.to - gap.from;
  const first = last ? last.from + 1 : gap.from;
  const end = Math.min(gap.fromEnd, gap.toEnd - shift);
  return range(first, end).map((from) => ({ from, to: from + shift, weight: 0 }));
}

/** Pairs of identical pages that have few other copies. */
function landmarks(from: readonly string[], to: readonly string[]): Pair[] {
  const places = placesOf(from);
  const twins = placesOf(to);
  const pairs: Pair[] = [];
  for (const [hash, inTo] of twins) {
    const inFrom = places.get(hash) ?? [];
    if (inFrom.length > MAX_LANDMARK_TWINS || inTo.length > MAX_LANDMARK_TWINS) continue;
    for (const a of inFrom) for (const b of inTo) pairs.push({ from: a, to: b, weight: 1 });
  }
  return pairs;
}

/** Extends each match of the chain by identical neighbors. */
function withNeighbours(chain: readonly Pair[], from: readonly string[], to: readonly string[]): Pair[] {
  const matches = [...chain];
  for (const gap of gapsBetween(chain, from.length, to.length)) {
    let { from: a, to: b, fromEnd, toEnd } = gap;
    for (; a < fromEnd && b < toEnd && from[a] === to[b]; a += 1, b += 1) matches.push({ from: a, to: b, weight: 1 });
    for (; a < fromEnd && b < toEnd && from[fromEnd - 1] === to[toEnd - 1]; fromEnd -= 1, toEnd -= 1)
      matches.push({ from: fromEnd - 1, to: toEnd - 1, weight: 1 });
  }
  return matches.sort((x, y) => x.from - y.from);
}

/** All pages in the order of `to`, with removed pages at their old position. */
function listChanges(matches: readonly Pair[], from: readonly string[], to: readonly string[]): PageChange[] {
  const changes: PageChange[] = [];
  const ordered = [...matches].sort((x, y) => x.from - y.from);
  const gaps = gapsBetween(ordered, from.length, to.length);
  const moved = movedPages(gaps, from, to);
  const origins = new Set(moved.values());
  gaps.forEach((gap, index) => {
    for (const a of range(gap.from, gap.fromEnd)) {
      if (!origins.has(a)) changes.push({ change: 'removed', from: a, to: null });
    }
    for (const b of range(gap.to, gap.toEnd)) {
      const origin = moved.get(b);
      changes.push(
        origin === undefined ? { change: 'added', from: null, to: b } : { change: 'moved', from: origin, to: b },
      );
    }
    const match = ordered[index];
    if (match) {
      const change = from[match.from] === to[match.to] ? 'unchanged' : 'changed';
      changes.push({ change, from: match.from, to: match.to });
    }
  });
  return changes;
}

/** Origins of pages that moved unchanged, where there is one candidate only. */
function movedPages(gaps: readonly Gap[], from: readonly string[], to: readonly string[]): Map<number, number> {
  const left = gaps.flatMap((gap) => range(gap.from, gap.fromEnd));
  const places = placesOf(left.map((a) => from[a]!));
  const come = gaps.flatMap((gap) => range(gap.to, gap.toEnd));
  const moved = new Map<number, number>();
  for (const [hash, inTo] of placesOf(come.map((b) => to[b]!))) {
    const inFrom = places.get(hash) ?? [];
    if (inFrom.length === 1 && inTo.length === 1) moved.set(come[inTo[0]!]!, left[inFrom[0]!]!);
  }
  return moved;
}

function gapsBetween(matches: readonly Pair[], fromLength: number, toLength: number): Gap[] {
  const ends = [...matches.map(({ from, to }) => ({ from, to })), { from: fromLength, to: toLength }];
  return ends.map((end, index) => {
    const before = ends[index - 1] ?? { from: -1, to: -1 };
    return { from: before.from + 1, fromEnd: end.from, to: before.to + 1, toEnd: end.to };
  });
}

function placesOf(hashes: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  hashes.forEach((hash, place) => {
    const known = places.get(hash);
    if (known) known.push(place);
    else places.set(hash, [place]);
  });
  return places;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}
