import { inReadingOrder } from './columns.js';
import { isBareMarker } from '../notices/markers.js';
import { withoutSideBoxes } from './side-boxes.js';
import { hasLead, mergeWrappedCells } from './tables.js';
import { shifted, type TextBox } from './rows/text-boxes.js';
import type { Row, Segment, TextLine } from './rows/text-line.js';

/** Separator of the cells of a table row. */
export const CELL_SEPARATOR = ' | ';

/** Lines in reading order: one per line of prose, one per table row. */
export function toLines(rows: Row[]): TextLine[] {
  return mergeWrappedCells(withoutSideBoxes(inReadingOrder(rows))).map(toLine);
}

/** One line of text, cells joined. A step marker or WARNING label apart from its text is not a cell. */
export function toLine(row: Row): TextLine {
  const [first, second] = row.segments;
  const geometry = {
    x: row.segments.reduce((x, segment) => Math.min(x, segment.x), Infinity),
    right: row.segments.reduce((right, segment) => Math.max(right, segment.right), -Infinity),
    y: row.y,
    size: row.size,
    bold: row.bold,
  };
  if (first && second && hasLead(row)) {
    const rest = joined(row.segments.slice(1), first.text.length + 1);
    return {
      ...geometry,
      text: `${first.text} ${rest.text}`,
      boxes: [...(first.boxes ?? []), ...rest.boxes],
      cells: isBareMarker(first.text) && row.segments.length > 2 ? row.segments.length : 1,
      text_x: second.x,
      label_length: first.text.length,
    };
  }
  return { ...geometry, ...joined(row.segments, 0), cells: row.segments.length, text_x: geometry.x, label_length: 0 };
}

/** Joins the cells. `from` is the offset in the line. */
function joined(cells: readonly Segment[], from: number): { text: string; boxes: TextBox[] } {
  const boxes: TextBox[] = [];
  let text = '';
  cells.forEach((cell, i) => {
    // An empty first cell leaves no space at the start of the line.
    if (i > 0) text += text === '' ? CELL_SEPARATOR.trimStart() : CELL_SEPARATOR;
    boxes.push(...shifted(cell.boxes ?? [], from + text.length));
    text += cell.text;
  });
  return { text, boxes };
}
