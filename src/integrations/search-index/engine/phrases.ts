import type { Rows } from './posting-lists.js';
import type { Segment, SegmentColumns } from './segment.js';

/** Rows of a segment that hold the terms side by side, in this order, in title, headings or body. */
export function rowsWithPhrase(segment: Segment, terms: readonly number[]): Rows {
  const rarest = terms.reduce(
    (best, term) => (segment.frequency(term) < segment.frequency(best) ? term : best),
    terms[0]!,
  );
  const { rows } = segment.postings(rarest);
  return terms.length === 1 ? rows : rows.filter((row) => hasPhrase(segment.columns, row, terms));
}

function hasPhrase({ tokens, starts, identifiers }: SegmentColumns, row: number, terms: readonly number[]): boolean {
  const last = identifiers[row]! - terms.length;
  for (let at = starts[row]!; at <= last; at += 1) {
    let same = 0;
    while (same < terms.length && tokens[at + same] === terms[same]) same += 1;
    if (same === terms.length) return true;
  }
  return false;
}
