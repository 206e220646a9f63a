import { isBareLabel, noticeKind, stepMarker } from './markers.js';
import type { Row, Segment } from './text-line.js';

/** Distances in font sizes: of the lines of a box, and of its margin in them. */
const MAX_LEADING = 1.6;
const SAME_MARGIN = 0.6;

/**
 * Takes boxes with a notice that stand beside steps out of the rows of these, and puts each before the step that it
 * begins beside: read across, box and step would be cut to pieces. Tables keep the notices in their cells.
 */
export function withoutSideBoxes(rows: readonly Row[]): Row[] {
  const result: Row[] = [];
  const taken = new Set<Segment>();
  rows.forEach((row, i) => {
    const own = row.segments.filter((segment) => !taken.has(segment));
    const [left, box] = own;
    if (!left || !box || own.length !== 2 || row.rtl || !isBeside(left, box, rows[i - 1], row)) {
      if (own.length > 0) result.push(own.length === row.segments.length ? row : { ...row, segments: own });
      return;
    }
    for (const line of [row, ...linesBelow(rows.slice(i + 1), row, box)]) {
      const part = line === row ? box : line.segments.at(-1)!;
      taken.add(part);
      result.push({ ...line, segments: [part] });
    }
    result.push({ ...row, segments: [left] });
  });
  return result;
}

/** A notice behind a step, or behind a further line of one. */
function isBeside(left: Segment, box: Segment, above: Row | undefined, row: Row): boolean {
  if (noticeKind(box.text) === null || isBareLabel(box.text)) return false;
  if (stepMarker(left.text)) return true;
  return (
    above?.segments.length === 1 &&
    row.y - above.y <= MAX_LEADING * row.size &&
    stepMarker(above.segments[0]!.text) !== null
  );
}

/** The rows in which the box goes on: lines close below each other whose last piece stands under its first. */
function linesBelow(rows: readonly Row[], first: Row, box: Segment): Row[] {
  const lines: Row[] = [];
  let { y } = first;
  for (const row of rows) {
    const last = row.segments.at(-1)!;
    const isUnder = Math.abs(last.x - box.x) <= SAME_MARGIN * first.size && row.segments.length <= 2;
    if (!isUnder || row.y - y > MAX_LEADING * first.size || noticeKind(last.text) !== null) break;
    lines.push(row);
    ({ y } = row);
  }
  return lines;
}
