import type { Row, Segment } from '../layout/rows/text-line.js';
import type { TextBox } from '../layout/rows/text-boxes.js';

/** Minimum share of OCR text that text of the file must cover to be the same text. */
const COVERED = 0.7;

/** Maximum difference in points between letters in a picture and their declared positions. */
const TOLERANCE = 2;

/** Whether OCR text lies under the file's own text and repeats it. */
export function isUnder({ boxes = [] }: Segment, own: readonly Row[]): boolean {
  const covers = own.flatMap((row) => row.segments.flatMap((segment) => segment.boxes ?? []));
  const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
  const covered = boxes.reduce((sum, box) => sum + covers.reduce((part, cover) => part + shared(box, cover), 0), 0);
  return area > 0 && covered >= COVERED * area;
}

/** OCR rows without text of the file. */
export function withoutUnder(rows: readonly Row[], own: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ ...row, segments: row.segments.filter((segment) => !isUnder(segment, own)) }))
    .filter((row) => row.segments.length > 0);
}

/** Area common to two boxes, in square points. */
function shared(a: TextBox, b: TextBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width + TOLERANCE) - Math.max(a.x, b.x - TOLERANCE);
  const height = Math.min(a.y + a.height, b.y + b.height + TOLERANCE) - Math.max(a.y, b.y - TOLERANCE);
  return width > 0 && height > 0 ? width * height : 0;
}
