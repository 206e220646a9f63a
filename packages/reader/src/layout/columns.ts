import { isBareLabel } from '../notices/markers.js';
import { shifted } from './rows/text-boxes.js';
import type { Row, Segment } from './rows/text-line.js';

/** Minimum rows on both sides of a gutter. */
const MIN_ROWS = 8;
const MIN_FILL = 0.7;
const MAX_CROSSING = 0.3;
const MIN_WIDTH = 0.3;
const MIN_CHARACTERS = 20;

/** Gap between table cells, in font sizes; justified prose may have wider ones. */
const CELL_GAP = 1.1;
const CELL_GAP_IN_COLUMNS = 2.5;

const NUMERIC = /^[\d.,/–-]+$/;

/** Distance of a label from the text under it, in font sizes. */
const LABEL_DISTANCE = 3;

/** Rows above and below that show where columns of a table begin. */
const ALIGNED_ROWS = 4;

/**
 * Puts the rows of a page in reading order: as they are, or, on a page set in two columns of prose, left column before right, with lines
 * across both columns (titles, wide tables) keeping their place between them.
 * Tables are not columns: their cells are short or many, so the sides of a gutter through them are not filled with text.
 */
export function inReadingOrder(rows: Row[]): Row[] {
  const gutter = findGutter(rows);
  if (gutter === null) return toAlignedCells(rows);
  let ordered: Row[] = [];
  let left: Row[] = [];
  let right: Row[] = [];
  const flush = () => {
    ordered = ordered.concat(left, right);
    left = [];
    right = [];
  };
  for (const [i, row] of rows.entries()) {
    if (isAcross(row, gutter) || isLabelAbove(row, rows[i + 1], gutter)) {
      flush();
      ordered.push(toCells(row));
      continue;
    }
    const [before, after] = split(row, gutter);
    if (before.length > 0) left.push(toCells({ ...row, segments: before }, CELL_GAP_IN_COLUMNS));
    if (after.length > 0) right.push(toCells({ ...row, segments: after }, CELL_GAP_IN_COLUMNS));
  }
  flush();
  return ordered;
}

/** Joins pieces of one line of prose or one cell. Cells begin at wide gaps and at `starts`. */
export function toCells(row: Row, gap = CELL_GAP, starts: number[] = [], ends: number[] = []): Row {
  const segments: Segment[] = [];
  for (const segment of row.segments) {
    const last = segments.at(-1);
    const distance = last ? Math.max(segment.x - last.right, last.x - segment.right) : Infinity;
    const isAligned = isAt(starts, segment.x) || (NUMERIC.test(segment.text) && isAt(ends, segment.right));
    if (last && !isAligned && distance <= gap * row.size) {
      if (segment.boxes) last.boxes = [...(last.boxes ?? []), ...shifted(segment.boxes, last.text.length + 1)];
      last.text += ` ${segment.text}`;
      last.x = Math.min(last.x, segment.x);
      last.right = Math.max(last.right, segment.right);
    } else {
      segments.push({ ...segment });
    }
  }
  return { ...row, segments };
}

function isAt(places: readonly number[], x: number): boolean {
  return places.some((place) => Math.abs(place - x) <= 1);
}

/** Splits rows into cells by gaps. With narrow gaps, a piece aligned with a cell, or a number that ends at one, is a cell. */
function toAlignedCells(rows: Row[]): Row[] {
  const byGap = rows.map((row) => toCells(row));
  return rows.map((row, i) => {
    const around = byGap
      .slice(Math.max(0, i - ALIGNED_ROWS), i + ALIGNED_ROWS + 1)
      .filter((other) => Math.abs(other.y - row.y) <= 5 * ALIGNED_ROWS * row.size)
      .flatMap((other) => other.segments.slice(1));
    const ends = around.filter(({ text }) => NUMERIC.test(text)).map(({ right }) => right);
    // In a tight row, every piece but the first must be such a number.
    const isTight = row.segments.slice(1).every(({ text, right }) => NUMERIC.test(text) && isAt(ends, right));
    if (byGap[i]!.segments.length < 2 && !isTight) return byGap[i]!;
    return toCells(row, CELL_GAP, byGap[i]!.segments.length < 2 ? [] : around.map(({ x }) => x), ends);
  });
}

/** The x of the gutter; null on pages of one column. */
function findGutter(rows: Row[]): number | null {
  if (rows.length < MIN_ROWS || rows.some((row) => row.rtl)) return null;
  const segments = rows.flatMap((row) => row.segments);
  const minX = segments.reduce((x, segment) => Math.min(x, segment.x), Infinity);
  const maxX = segments.reduce((x, segment) => Math.max(x, segment.right), -Infinity);
  let best: { x: number; crossing: number } | null = null;
  for (let share = 0.35; share <= 0.65; share += 0.01) {
    const x = minX + share * (maxX - minX);
    const crossing = segments.filter((segment) => crosses(segment, x)).length;
    if (best === null || crossing < best.crossing) best = { x, crossing };
  }
  if (best === null || best.crossing > MAX_CROSSING * rows.length) return null;
  const { x } = best;
  const sides = rows.filter((row) => !row.segments.some((segment) => crosses(segment, x))).map((row) => split(row, x));
  const isProse = ([from, to]: [number, number], side: Segment[][]) =>
    side.length >= MIN_ROWS &&
    to - from >= MIN_WIDTH * (maxX - minX) &&
    median(side.map((parts) => parts.reduce((sum, part) => sum + part.text.length, 0))) >= MIN_CHARACTERS &&
    median(side.map((parts) => (parts.at(-1)!.right - from) / (to - from))) >= MIN_FILL &&
    side.filter((parts) => isOneLine(parts)).length >= 0.8 * side.length;
  const lefts = sides.map(([before]) => before).filter((parts) => parts.length > 0);
  const rights = sides.map(([, after]) => after).filter((parts) => parts.length > 0);
  const rightFrom = rights.reduce((from, parts) => Math.min(from, parts[0]!.x), maxX);
  return isProse([minX, x], lefts) && isProse([rightFrom, maxX], rights) ? x : null;
}

/** 1.6 allows for justified words. */
function isOneLine(parts: Segment[]): boolean {
  return parts.slice(1).every((part, i) => part.x - parts[i]!.right <= 16);
}

function isAcross(row: Row, gutter: number): boolean {
  return row.segments.some((segment) => crosses(segment, gutter));
}

/** The label of a notice alone in its row, above a line that spans the gutter. */
function isLabelAbove(row: Row, next: Row | undefined, gutter: number): boolean {
  const isLabel = row.segments.length > 0 && isBareLabel(row.segments.map(({ text }) => text).join(' '));
  return isLabel && next !== undefined && next.y - row.y <= LABEL_DISTANCE * row.size && isAcross(next, gutter);
}

function crosses(segment: Segment, x: number): boolean {
  return segment.x < x && segment.right > x;
}

function split(row: Row, x: number): [Segment[], Segment[]] {
  return [row.segments.filter((segment) => segment.right <= x), row.segments.filter((segment) => segment.x >= x)];
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
