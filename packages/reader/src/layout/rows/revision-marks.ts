import type { Row, Segment } from './text-line.js';

/** A separate R, bar or triangle next to a change (ATA iSpec 2200). */
const MARK = /^(?:R|\||[△▲∆Δ])$/;

/** Mark and line in one piece: no evidence of a margin. */
const MARKED = /^(?:R|\||[△▲∆Δ])\s/;

/** Space between a mark and the text of the page, in font sizes. */
const MARGIN = 0.5;

/** Removes revision marks left or right of all text. A page with such marks within its text keeps them. */
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
