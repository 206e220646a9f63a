import type { Row, Segment } from '../text-line.js';
import type { TextBox } from '../text-boxes.js';

/** Share of what was read in one place that text of the file must cover to be the same text. */
const COVERED = 0.7;

/** Points by which the places of letters in a picture and those that a file declares may differ. */
const TOLERANCE = 2;

/** Whether what was read from a picture is text of the file's own, drawn over it. */
export function isUnder({ boxes = [] }: Segment, own: readonly Row[]): boolean {
  const covers = own.flatMap((row) => row.segments.flatMap((segment) => segment.boxes ?? []));
  const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
  const covered = boxes.reduce((sum, box) => sum + covers.reduce((part, cover) => part + shared(box, cover), 0), 0);
  return area > 0 && covered >= COVERED * area;
}

/** Rows that were read, without what is text of the file's own. */
export function withoutUnder(rows: readonly Row[], own: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ ...row, segments: row.segments.filter((segment) => !isUnder(segment, own)) }))
    .filter((row) => row.segments.length > 0);
}

/** Area that two boxes have in common, in square points. */
function shared(a: TextBox, b: TextBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width + TOLERANCE) - Math.max(a.x, b.x - TOLERANCE);
  const height = Math.min(a.y + a.height, b.y + b.height + TOLERANCE) - Math.max(a.y, b.y - TOLERANCE);
  return width > 0 && height > 0 ? width * height : 0;
}
