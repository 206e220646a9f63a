import { BEGINS_WITH_NUMBER, joinCellLines, oneLine } from '../cell-lines.js';

/** Lines of a cell that may be rows of a table within the row: as many in every cell, none of them prose. */
const MIN_ROWS = 3;
const MAX_ROW_LINE = 80;

/**
 * A row of a table as lines of text, one unless its cells hold whole columns: authors who make one row and press Enter
 * in it mean the first line of each cell to be read together.
 *
 * @param cells paragraphs of each cell
 * @param repeated those that go on from the row above: they belong to each of the lines
 * @returns also whether values of it cannot be told to belong to what stands in the other cells
 */
export function rowTexts(
  cells: readonly (readonly string[])[],
  repeated: ReadonlySet<number> = new Set(),
): { texts: string[]; isDoubtful: boolean } {
  const lines = cells.map((cell) => withoutEnd(cell.flatMap((text) => text.split('\n').map(oneLine))));
  const filled = lines.filter((cell, i) => cell.some(Boolean) && !repeated.has(i));
  const count = filled[0]?.length ?? 0;
  const isColumns =
    filled.length > 1 &&
    count >= MIN_ROWS &&
    filled.every((cell) => cell.length === count && cell.every((line) => line.length <= MAX_ROW_LINE));
  const rows = isColumns
    ? Array.from({ length: count }, (_, i) =>
        lines.map((cell, column) => (repeated.has(column) ? oneLine(cell.join(' ')) : (cell[i] ?? ''))),
      )
    : [lines.map(joinCellLines)];
  const texts = rows
    .filter((row) => row.some((text, column) => text !== '' && !repeated.has(column)))
    .map((row) => row.join(' | '));
  const lists = filled.filter((cell) => cell.length >= MIN_ROWS);
  return { texts, isDoubtful: !isColumns && lists.length > 1 && lists.some(isValues) };
}

/** Whether most lines of a cell begin with a number. */
function isValues(lines: string[]): boolean {
  const filled = lines.filter(Boolean);
  return filled.filter((line) => BEGINS_WITH_NUMBER.test(line)).length > filled.length / 2;
}

/** Without empty lines at the end. */
function withoutEnd(lines: string[]): string[] {
  return lines.slice(0, lines.findLastIndex(Boolean) + 1);
}
