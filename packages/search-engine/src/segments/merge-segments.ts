import { emptyColumns } from './columns.js';
import { requireWithin } from './limits.js';
import { mergePostings } from './posting-lists.js';
import { Segment, type SegmentColumns } from './segment.js';
import { indexIn } from './sorted-values.js';

interface Run {
  columns: SegmentColumns;
  from: number;
  to: number;
  becomes: number;
}

/** Merges segments, or parts of them, without removed revisions; null if nothing is left. */
export function mergeSegments(
  segments: readonly Segment[],
  isAlive: (slot: number) => boolean,
  dimensions: number,
): Segment | null {
  const runs: Run[] = [];
  let rows = 0;
  const parts = segments.map(({ columns, lists, rows: all }) => {
    const becomes = new Int32Array(all).fill(-1);
    for (let from = 0, to = 0; from < all; from = to) {
      const slot = columns.revisions[from]!;
      const alive = isAlive(slot);
      for (to = from; to < all && columns.revisions[to] === slot; to += 1) if (alive) becomes[to] = rows + to - from;
      if (alive) runs.push({ columns, from, to, becomes: rows });
      if (alive) rows += to - from;
    }
    return { lists, becomes };
  });
  if (rows === 0) return null;
  return new Segment(mergeColumns(runs, rows, dimensions), mergePostings(parts, rows));
}

/** Copies the rows of one revision to a new segment, numbered from `firstNumber`. */
export function copyRows(
  { columns }: Segment,
  { from, to }: { from: number; to: number },
  { slot, firstNumber }: { slot: number; firstNumber: number },
  dimensions: number,
): Segment {
  const copied = mergeColumns([{ columns, from, to, becomes: 0 }], to - from, dimensions);
  copied.revisions.fill(slot);
  copied.numbers.forEach((_, row) => (copied.numbers[row] = firstNumber + row));
  return new Segment(copied);
}

function mergeColumns(runs: readonly Run[], rows: number, dimensions: number): SegmentColumns {
  const merged = emptyColumns(rows, dimensions);
  const length = runs.reduce((sum, { columns: { starts }, from, to }) => sum + starts[to]! - starts[from]!, 0);
  requireWithin('tokens', length);
  merged.tokens = new Uint32Array(length);
  let at = 0;
  for (const { columns, from, to, becomes } of runs) {
    const { starts, bodies, identifiers, ids, tokens, vectors } = columns;
    merged.tokens.set(tokens.subarray(starts[from], starts[to]), at);
    merged.vectors.set(vectors.subarray(from * dimensions, to * dimensions), becomes * dimensions);
    for (const name of ['numbers', 'revisions', 'pages', 'prints', 'hasVector'] as const) {
      merged[name].set(columns[name].subarray(from, to), becomes);
    }
    const moved = at - starts[from]!;
    for (let row = from; row < to; row += 1) {
      const target = becomes + row - from;
      merged.ids[target] = ids[row]!;
      merged.starts[target] = starts[row]! + moved;
      merged.bodies[target] = bodies[row]! + moved;
      merged.identifiers[target] = identifiers[row]! + moved;
    }
    at += starts[to]! - starts[from]!;
  }
  merged.starts[rows] = at;
  mergeWords(merged, runs);
  return merged;
}

function mergeWords(merged: SegmentColumns, runs: readonly Run[]): void {
  const kept: { words: Uint32Array; row: number }[] = [];
  for (const { columns, from, to, becomes } of runs) {
    const { runRows, runWords, words } = columns;
    for (let run = indexIn(runRows, from); run < runRows.length && runRows[run]! < to; run += 1) {
      kept.push({ words: words.subarray(runWords[run], runWords[run + 1]), row: becomes + runRows[run]! - from });
    }
  }
  merged.runRows = Uint32Array.from(kept, ({ row }) => row);
  merged.runWords = new Uint32Array(kept.length + 1);
  merged.words = new Uint32Array(kept.reduce((sum, { words }) => sum + words.length, 0));
  let at = 0;
  kept.forEach(({ words }, run) => {
    merged.words.set(words, at);
    merged.runWords[run + 1] = at += words.length;
  });
}
