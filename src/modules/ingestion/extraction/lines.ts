import { inReadingOrder } from './columns.js';
import { isBareMarker } from './markers.js';
import { hasLead, mergeWrappedCells } from './tables.js';
import type { Row, TextLine } from './text-line.js';

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
    x: row.segments.reduce((x, segment) => Math.min(x, segment.x), Infinity),
    right: row.segments.reduce((right, segment) => Math.max(right, segment.right), -Infinity),
    y: row.y,
    size: row.size,
    bold: row.bold,
  };
  const text = row.segments.map((segment) => segment.text).join(CELL_SEPARATOR);
  if (first && second && hasLead(row)) {
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
