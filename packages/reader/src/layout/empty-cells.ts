import type { Row, Segment } from './rows/text-line.js';

/** Maximum distance of the edges of cells of one column, in font sizes. */
const EDGE = 0.6;

interface Column {
  x: number;
  right: number;
}

/** Adds empty cells by position, or a number would be read under the wrong column. Rows that do not fit the columns stay unchanged. */
export function withEmptyCells(rows: Row[]): Row[] {
  const count = Math.max(...rows.map((row) => row.segments.length));
  const columns: Column[] = [];
  for (const row of rows.filter(({ segments }) => segments.length === count)) {
    row.segments.forEach(({ x, right }, i) => {
      const column = columns[i];
      columns[i] = column ? { x: Math.min(column.x, x), right: Math.max(column.right, right) } : { x, right };
    });
  }
  // Equally full rows at other positions belong to another table.
  if (columns.some((column, i) => i > 0 && column.x < columns[i - 1]!.right)) return rows;
  return rows.map((row) => {
    if (row.rtl || row.segments.length >= count || row.segments.length < 2) return row;
    const places = row.segments.map((segment) => placeOf(segment, columns, row.size));
    const isInOrder = places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1]!));
    if (!isInOrder) return row;
    const last = places.at(-1)!;
    const segments = columns.slice(0, last + 1).map(({ x, right }, i): Segment => {
      const at = places.indexOf(i);
      return at < 0 ? { text: '', x, right } : row.segments[at]!;
    });
    return { ...row, segments };
  });
}

/** The column of a cell; -1 if it spans several or lies between them. */
function placeOf(cell: Segment, columns: readonly Column[], size: number): number {
  const under = columns.flatMap(({ x, right }, i) => (cell.x < right && cell.right > x ? [i] : []));
  if (under.length === 1) return under[0]!;
  if (under.length > 1) return -1;
  return columns.findIndex(
    ({ x, right }) => Math.abs(cell.x - x) <= EDGE * size || Math.abs(cell.right - right) <= EDGE * size,
  );
}
