import type { Rows } from '../segments/posting-lists.js';
import type { Segment, SegmentColumns } from '../segments/segment.js';
import { indexIn } from '../segments/sorted-values.js';

/** Rows with the terms adjacent and in order, in title, headings or body. Reads only texts that `isOpen` allows. */
export function rowsWithPhrase(segment: Segment, terms: readonly number[], isOpen: (row: number) => boolean): Rows {
  const [rarest, ...others] = [...new Set(terms)]
    .map((term) => segment.postings(term).rows)
    .sort((a, b) => a.length - b.length);
  return rarest!.filter(
    (row) =>
      isOpen(row) &&
      others.every((rows) => indexIn(rows, row) >= 0) &&
      (terms.length === 1 || hasPhrase(segment.columns, row, terms)),
  );
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
