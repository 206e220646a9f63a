import { isBareLabel, noticeKind, stepMarker } from '../notices/markers.js';
import type { Row, Segment } from './rows/text-line.js';

/** Distances in font sizes: between lines of a box, and at its margin. */
const MAX_LEADING = 1.6;
const SAME_MARGIN = 0.6;

/** Separates boxes with a notice from the steps next to them and puts each before its step. Notices in table cells stay there. */
export function withoutSideBoxes(rows: readonly Row[]): Row[] {
  const result: Row[] = [];
  const taken = new Set<Segment>();
  rows.forEach((row, i) => {
    const own = row.segments.filter((segment) => !taken.has(segment));
    const [left, box] = own;
    if (!left || !box || own.length !== 2 || row.rtl || !isShadowIndex(left, box, rows[i - 1], row)) {
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

/** A notice next to a step or to a further line of one. */
function isShadowIndex(left: Segment, box: Segment, above: Row | undefined, row: Row): boolean {
  if (noticeKind(box.text) === null || isBareLabel(box.text)) return false;
  if (stepMarker(left.text)) return true;
  return (
    above?.segments.length === 1 &&
    row.y - above.y <= MAX_LEADING * row.size &&
    stepMarker(above.segments[0]!.text) !== null
  );
}

/** Rows that continue the box: close lines whose last piece is under its first. */
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
