import { noticeOfItem, type MarkupItem } from './markup-builder.js';
import type { GridRow } from './span-grid.js';
import { BEGINS_WITH_NUMBER, joinCellLines, oneLine } from './cell-lines.js';

/** Minimum lines of a cell that may be rows within the row: equally many in every cell, none of them prose. */
const MIN_ROWS = 3;
const MAX_ROW_LINE = 80;

/** A row of cells as items: one, unless its cells contain whole columns. */
export function rowItems({ cells, repeated }: GridRow<MarkupItem[]>, isHeader: boolean): MarkupItem[] {
  const notice = cells.flat().map(noticeOfItem).find(Boolean);
  const caveats = cells
    .filter((_, i) => !repeated.has(i))
    .flatMap((cell) => cell.flatMap((item) => item.caveats ?? []));
  const { texts, isDoubtful } = rowTexts(
    cells.map((cell) => cell.map(({ kind, text }) => (kind === 'table_row' ? `${text};` : text))),
    repeated,
  );
  if (isDoubtful) caveats.push('columns');
  return (texts.length > 0 || caveats.length === 0 ? texts : ['']).map((text) => ({
    kind: 'table_row',
    text,
    ...(isHeader && { header: true as const }),
    ...(notice && { notice }),
    ...(caveats.length > 0 && { caveats }),
  }));
}

/**
 * A table row as lines: one, unless its cells contain whole columns, typed with Enter in a single row. `repeated` cells continue from the
 * row above and belong to each line. Also returns whether its values cannot be matched with the other cells.
 */
function rowTexts(
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

function isValues(lines: string[]): boolean {
  const filled = lines.filter(Boolean);
  return filled.filter((line) => BEGINS_WITH_NUMBER.test(line)).length > filled.length / 2;
}

function withoutEnd(lines: string[]): string[] {
  return lines.slice(0, lines.findLastIndex(Boolean) + 1);
}
