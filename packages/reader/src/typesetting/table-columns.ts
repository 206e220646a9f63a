export interface Column {
  x: number;
  width: number;
}

/** Preferred widths of a column: of its widest word, and of its widest text on one line. */
export interface ColumnNeed {
  word: number;
  whole: number;
}

/** Space between columns. */
const GUTTER = 12;

/** Minimum share of an equal part for each column, if words are too wide for all. */
const LEAST = 1 / 3;

/** Maximum number of columns; further cells are set in the last. */
export const MAX_COLUMNS = 10;

/** Column widths as in browsers (CSS 2.2, 17.5.2.2): at least the widest word if there is room, the rest by the length of texts. */
export function columnsOf(needs: readonly ColumnNeed[], x: number, width: number): Column[] {
  const room = width - GUTTER * (needs.length - 1);
  const wholes = sum(needs.map(({ whole }) => whole));
  const words = sum(needs.map(({ word }) => word));
  const widthOf = ({ word, whole }: ColumnNeed): number => {
    if (wholes <= room) return whole + (room - wholes) / needs.length;
    if (words >= room) return (room / needs.length) * LEAST + (1 - LEAST) * ((room * word) / words);
    return word + ((room - words) * (whole - word)) / (wholes - words);
  };
  let left = x;
  return needs.map((need) => {
    const column = { x: left, width: widthOf(need) };
    left += column.width + GUTTER;
    return column;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
