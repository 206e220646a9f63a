import { inReadingOrder } from './columns.js';
import { isBareLabel, isBareMarker } from './markers.js';
import { joinLines } from './text-cleanup.js';
import type { Row, Segment, TextLine } from './text-line.js';

/** What readers see between the cells of a table row. */
export const CELL_SEPARATOR = ' | ';

/** Turns the body rows of a page into lines in reading order: one line per line of prose, one per table row. */
export function toLines(rows: Row[]): TextLine[] {
  return mergeWrappedCells(inReadingOrder(rows)).map(toLine);
}

/** One line of text, cells joined. A step marker or WARNING label set apart from its text is no cell. */
export function toLine(row: Row): TextLine {
  const [first, second] = row.segments;
  const geometry = {
    x: Math.min(...row.segments.map((segment) => segment.x)),
    right: Math.max(...row.segments.map((segment) => segment.right)),
    y: row.y,
    size: row.size,
    bold: row.bold,
  };
  const text = row.segments.map((segment) => segment.text).join(CELL_SEPARATOR);
  if (first && second && (isBareMarker(first.text) || isBareLabel(first.text)) && !row.rtl) {
    const rest = row.segments.slice(1).map((segment) => segment.text);
    return {
      ...geometry,
      text: `${first.text} ${rest.join(CELL_SEPARATOR)}`,
      cells: isBareMarker(first.text) && rest.length > 1 ? rest.length + 1 : 1,
      text_x: second.x,
      label_length: first.text.length,
    };
  }
  return { ...geometry, text, cells: row.segments.length, text_x: geometry.x, label_length: 0 };
}

/**
 * Puts the second and further lines of a wrapped table cell back into its row.
 *
 * A row continues the one above when it leaves the first column empty, has fewer cells, each under a cell above, and
 * stands closer than the rows of the table do; a single cell may stand as close as a line of prose.
 */
function mergeWrappedCells(rows: Row[]): Row[] {
  const merged: Row[] = [];
  let lastY = 0;
  let pitch = Infinity;
  for (const row of rows) {
    const table = merged.at(-1);
    const distance = row.y - lastY;
    const targets = table && table.segments.length > 1 && !row.rtl ? cellsAbove(row, table) : null;
    const isClose = distance > 0 && distance <= (row.segments.length === 1 ? 1.45 * row.size : 0.85 * pitch);
    if (table && targets && isClose && row.segments.length < table.segments.length) {
      targets.forEach((target, i) => {
        const segment = row.segments[i]!;
        target.text = joinLines(target.text, segment.text);
        target.right = Math.max(target.right, segment.right);
      });
    } else {
      if (table && table.segments.length > 1 && row.segments.length > 1) pitch = row.y - table.y;
      else pitch = Infinity;
      merged.push({ ...row, segments: row.segments.map((segment) => ({ ...segment })) });
    }
    lastY = row.y;
  }
  return merged;
}

/** For each segment the cell it continues; null when one has none or continues the first, which holds labels and markers. */
function cellsAbove(row: Row, table: Row): Segment[] | null {
  const found = row.segments.map((segment) => {
    const cell = table.segments.findLast((candidate) => Math.abs(candidate.x - segment.x) <= 0.6 * row.size);
    return cell === table.segments[0] ? undefined : cell;
  });
  const isLabelled = isBareMarker(table.segments[0]!.text) || isBareLabel(table.segments[0]!.text);
  return isLabelled && table.segments.length === 2 ? null : found.every((cell) => cell !== undefined) ? found : null;
}
