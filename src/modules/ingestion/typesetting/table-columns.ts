/** A column by its left edge and width, in points. */
export interface Column {
  x: number;
  width: number;
}

/** How wide the cells of a column would like to be: their widest word, and their widest text on one line. */
export interface ColumnNeed {
  word: number;
  whole: number;
}

/** Space between columns. */
const GUTTER = 12;

/** Share of an equal part that even the narrowest column has, where words are too wide for all. */
const LEAST = 1 / 3;

/** More columns than these have no room on a page; what stands in them goes on in the last. */
export const MAX_COLUMNS = 10;

/**
 * Shares the width of a page among the columns of a table as browsers do (CSS 2.2, 17.5.2.2): none narrower than its widest
 * word while there is room, the rest by what their texts need.
 */
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
