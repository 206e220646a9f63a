import type { Row, Segment } from './text-line.js';

/** R, a bar or a triangle alone, beside what has changed (ATA iSpec 2200). */
const MARK = /^(?:R|\||[△▲∆Δ])$/;

/** The mark and its line in one piece, which tells nothing of the margin. */
const MARKED = /^(?:R|\||[△▲∆Δ])\s/;

/** White space between such a mark and the text of the page, in font sizes. */
const MARGIN = 0.5;

/**
 * Rows without the revision marks in the margins of their page: left or right of all its text. A page on which they
 * stand within the text keeps them.
 */
export function withoutRevisionMarks(rows: readonly Row[]): { rows: Row[]; found: boolean } {
  const upright = rows.filter(({ sideways, slanted }) => !sideways && !slanted);
  const text = upright.flatMap(({ segments }) =>
    segments.filter(({ text: words }) => !MARK.test(words) && !MARKED.test(words)),
  );
  const left = text.reduce((x, segment) => Math.min(x, segment.x), Infinity);
  const right = text.reduce((x, segment) => Math.max(x, segment.right), -Infinity);
  const isMark = (segment: Segment, row: Row): boolean =>
    !row.sideways &&
    !row.slanted &&
    MARK.test(segment.text) &&
    (segment.right < left - MARGIN * row.size || segment.x > right + MARGIN * row.size);
  const marked = text.length > 0 && upright.some((row) => row.segments.some((segment) => isMark(segment, row)));
  if (!marked) return { rows: [...rows], found: false };
  const kept = rows.map((row) => ({ ...row, segments: row.segments.filter((segment) => !isMark(segment, row)) }));
  return { rows: kept.filter(({ segments }) => segments.length > 0), found: true };
}
