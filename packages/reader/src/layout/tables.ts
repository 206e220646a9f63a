import { withEmptyCells } from './empty-cells.js';
import { isBareLabel, isBareMarker, noticeKind } from '../notices/markers.js';
import { cutAt, shifted } from './rows/text-boxes.js';
import { jointOf } from '../text/text-cleanup.js';
import type { Row, Segment } from './rows/text-line.js';

/** Maximum distances in font sizes: of lines within a cell, and of rows of one table. */
const MAX_LEADING = 1.45;
const MAX_ROW_DISTANCE = 4;

/** Maximum cells above that are tried for a line of a wrapped cell. */
const MAX_STARTS = 40;

/** A table is spaced if this share of its lines is this much further from the line above than the closest. */
const SPACED_SHARE = 0.35;
const SPACED_FACTOR = 1.25;

/** Merges further lines of wrapped table cells into their rows. */
export function mergeWrappedCells(rows: Row[]): Row[] {
  const merged: Row[] = [];
  for (let i = 0; i < rows.length;) {
    const length = tableLength(rows, i);
    for (const row of length > 1 ? withEmptyCells(mergeTable(rows.slice(i, i + length))) : [rows[i]!]) merged.push(row);
    i += Math.max(length, 1);
  }
  return merged;
}

/** Number of rows from `from` on that make one table, with lines of wrapped cells; 0 if none. */
function tableLength(rows: Row[], from: number): number {
  const starts: number[] = [];
  let length = 0;
  for (const row of rows.slice(from)) {
    const above = rows[from + length - 1];
    const distance = length === 0 ? 0 : row.y - above!.y;
    const isRow = isTabular(row) && distance >= 0 && distance <= MAX_ROW_DISTANCE * row.size;
    const isWrapped =
      length > 0 &&
      row.segments.length === 1 &&
      noticeKind(row.segments[0]!.text) === null &&
      distance > 0 &&
      distance <= MAX_LEADING * row.size &&
      starts.slice(-MAX_STARTS).some((x) => Math.abs(x - row.segments[0]!.x) <= 0.6 * row.size);
    if (!isRow && !isWrapped) break;
    if (isRow) for (const segment of row.segments) starts.push(segment.x);
    length += 1;
  }
  return length;
}

/** Whether the row begins with a separate step marker or label. A plain number may be an item column; in bold it is a title number. */
export function hasLead(row: Row): boolean {
  const first = row.segments[0]?.text ?? '';
  if (row.rtl) return false;
  if (/^\d+$/.test(first)) return row.bold && row.segments.length === 2;
  return isBareMarker(first) || isBareLabel(first);
}

function isTabular(row: Row): boolean {
  return !row.rtl && row.segments.length >= (hasLead(row) ? 3 : 2);
}

/** In a spaced table, close lines belong to one row. Elsewhere a line continues the row above if it fills a single cell, not the first. */
function mergeTable(rows: Row[]): Row[] {
  const distances = rows.slice(1).map((row, i) => row.y - rows[i]!.y);
  const closest = distances.reduce((least, distance) => Math.min(least, distance), Infinity);
  const isSpaced =
    closest <= MAX_LEADING * rows[0]!.size &&
    distances.filter((distance) => distance >= SPACED_FACTOR * closest).length >= SPACED_SHARE * distances.length;
  const merged: Row[] = [];
  rows.forEach((row, i) => {
    const table = merged.at(-1);
    const distance = i === 0 ? Infinity : distances[i - 1]!;
    const cells = table ? row.segments.map((segment) => cellAbove(segment, table, row.size)) : [];
    const isClose = isSpaced
      ? distance < SPACED_FACTOR * closest
      : distance <= MAX_LEADING * row.size && row.segments.length === 1 && cells[0] !== table?.segments[0];
    const isNotice = row.segments.length === 1 && noticeKind(row.segments[0]!.text) !== null;
    if (table && isClose && !isNotice && cells.every((cell) => cell !== undefined)) {
      cells.forEach((cell, j) => append(cell, row.segments[j]!));
    } else {
      merged.push({ ...row, segments: row.segments.map((segment) => ({ ...segment })) });
    }
  });
  return merged;
}

function cellAbove(segment: Segment, table: Row, size: number): Segment | undefined {
  return table.segments.findLast((cell) => Math.abs(cell.x - segment.x) <= 0.6 * size);
}

function append(cell: Segment, segment: Segment): void {
  const { drop, glue } = jointOf(cell.text, segment.text);
  const kept = cell.text.length - drop;
  if (segment.boxes) cell.boxes = [...cutAt(cell.boxes ?? [], kept), ...shifted(segment.boxes, kept + glue.length)];
  cell.text = cell.text.slice(0, kept) + glue + segment.text;
  cell.right = Math.max(cell.right, segment.right);
}
