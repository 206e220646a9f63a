import type { SegmentColumns } from './segment.js';
import { GAP } from './vocabulary.js';

/** Weight of a word in a title or heading, relative to the body; measured (ADR 0019). */
export const HEADING_WEIGHT = 3;

/** Row numbers of smaller segments fit two bytes. */
const MAX_SHORT_ROWS = 0x10000;
const NO_TERM = 2 ** 32;

export type Rows = Uint16Array | Uint32Array;

/** Postings of `terms[i]` are at `offsets[i]` to `offsets[i + 1]`. */
export interface PostingLists {
  terms: Uint32Array;
  offsets: Uint32Array;
  rows: Rows;
  /** Occurrences of the term in the row, weighted for headings; at most 255. */
  counts: Uint8Array;
}

/** A segment's lists, and the new row of each of its rows; -1 to drop it. */
export interface ListsToMerge {
  lists: PostingLists;
  becomes: Int32Array;
}

export function countPostings({ tokens, starts, bodies, ids }: SegmentColumns): PostingLists {
  const { lastRow, cursors } = scratchFor(tokens);
  const found: number[] = [];
  let postings = 0;
  for (let row = 0; row < ids.length; row += 1) {
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      const term = tokens[at]!;
      if (term === GAP || lastRow[term] === row + 1) continue;
      if (lastRow[term] === 0) found.push(term);
      lastRow[term] = row + 1;
      cursors[term]! += 1;
      postings += 1;
    }
  }
  const terms = Uint32Array.from(found).sort();
  const offsets = new Uint32Array(terms.length + 1);
  terms.forEach((term, index) => {
    offsets[index + 1] = offsets[index]! + cursors[term]!;
    cursors[term] = offsets[index]!;
    lastRow[term] = 0;
  });
  const rows = rowsFor(ids.length, postings);
  const counts = new Uint8Array(postings);
  for (let row = 0; row < ids.length; row += 1) {
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      const term = tokens[at]!;
      if (term === GAP) continue;
      if (lastRow[term] !== row + 1) {
        lastRow[term] = row + 1;
        rows[cursors[term]!++] = row;
      }
      const posting = cursors[term]! - 1;
      counts[posting] = Math.min(255, counts[posting]! + (at < bodies[row]! ? HEADING_WEIGHT : 1));
    }
  }
  for (const term of terms) lastRow[term] = cursors[term] = 0;
  return { terms, offsets, rows, counts };
}

/** Merges lists term by term, which is much faster than counting the tokens. @param rowCount rows that are kept */
export function mergePostings(parts: readonly ListsToMerge[], rowCount: number): PostingLists {
  const sumOf = (count: (lists: PostingLists) => number) => parts.reduce((sum, { lists }) => sum + count(lists), 0);
  const terms = new Uint32Array(sumOf((lists) => lists.terms.length));
  const offsets = new Uint32Array(terms.length + 1);
  const rows = rowsFor(
    rowCount,
    sumOf((lists) => lists.rows.length),
  );
  const counts = new Uint8Array(rows.length);
  const next = new Uint32Array(parts.length);
  let [found, postings] = [0, 0];
  for (;;) {
    let term = NO_TERM;
    parts.forEach(({ lists }, part) => (term = Math.min(term, lists.terms[next[part]!] ?? NO_TERM)));
    if (term === NO_TERM) break;
    for (let part = 0; part < parts.length; part += 1) {
      const { lists, becomes } = parts[part]!;
      const index = next[part]!;
      if (lists.terms[index] !== term) continue;
      next[part] = index + 1;
      for (let posting = lists.offsets[index]!; posting < lists.offsets[index + 1]!; posting += 1) {
        const row = becomes[lists.rows[posting]!]!;
        if (row < 0) continue;
        rows[postings] = row;
        counts[postings++] = lists.counts[posting]!;
      }
    }
    if (postings === offsets[found]) continue;
    terms[found++] = term;
    offsets[found] = postings;
  }
  // Copied, to release the unused capacity.
  return {
    terms: terms.slice(0, found),
    offsets: offsets.slice(0, found + 1),
    rows: postings === rows.length ? rows : rows.slice(0, postings),
    counts: postings === counts.length ? counts : counts.slice(0, postings),
  };
}

function rowsFor(rowCount: number, postings: number): Rows {
  return rowCount <= MAX_SHORT_ROWS ? new Uint16Array(postings) : new Uint32Array(postings);
}

const scratch = { lastRow: new Uint32Array(0), cursors: new Uint32Array(0) };

/** By term: last row + 1, and a count. Reused, because allocation takes longer than filling; callers leave it zeroed. */
function scratchFor(tokens: Uint32Array): typeof scratch {
  let highest = 0;
  for (let at = 0; at < tokens.length; at += 1) if (tokens[at]! > highest) highest = tokens[at]!;
  if (scratch.lastRow.length <= highest) {
    scratch.lastRow = new Uint32Array(Math.ceil((highest + 1) * 1.25));
    scratch.cursors = new Uint32Array(scratch.lastRow.length);
  }
  return scratch;
}
