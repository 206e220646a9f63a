import type { Caveat } from '../document/caveats.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { TableLimits } from '../limits/extraction-limits.js';
import { joinCellLines, oneLine } from '../markup/cell-lines.js';
import { isLabel } from '../tabular/header-row.js';
import type { TableRow, TableWriter } from '../tabular/table-writer.js';
import type { CellRange, SheetRow, Worksheet } from './worksheet.js';

/**
 * Writes a sheet as tables. An empty row ends a table. Hidden rows and columns, and columns without text, are left out. A cell merged over
 * rows is repeated, because rows are read alone.
 * @param tables ranges whose first row names the columns
 */
export function writeSheet(
  sheet: Worksheet,
  tables: readonly CellRange[],
  writer: TableWriter,
  limits: TableLimits,
): void {
  const columns = new Columns(sheet, limits);
  const merges = new OpenMerges(sheet.merges, limits);
  let last = -1;
  for (const row of sheet.rows) {
    const isGap = row.row > last + 1 && !tables.some(({ top, bottom }) => top <= last && row.row <= bottom);
    if (isGap) writer.endTable();
    last = row.row;
    merges.enter(row);
    const written = rowOf(row, columns, merges, limits);
    if (row.isHidden) writer.leaveOut('hidden');
    else
      writer.add({
        ...written,
        isHeader: tables.some((table) => isHeaderOf(table, row, sheet.filters.includes(table))),
      });
  }
  writer.endTable();
}

/** Whether the range begins with the row, and nothing else is in the row. A filter may have been set on values. */
function isHeaderOf({ top, left, right }: CellRange, { row, cells }: SheetRow, isFilter: boolean): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  const isAlone = filled.every(({ column }) => left <= column && column <= right);
  return top === row && isAlone && (!isFilter || filled.every(({ text }) => isLabel(oneLine(text))));
}

function rowOf({ cells, row }: SheetRow, columns: Columns, merges: OpenMerges, limits: TableLimits): TableRow {
  const texts: string[] = [];
  const caveats = new Set<Caveat>();
  const covered = new Map<number, number>();
  let characters = 0;
  const put = (column: number, text: string): void => {
    const at = columns.find(column);
    if (at === undefined) return void (text !== '' && caveats.add('hidden'));
    while (texts.length < at) texts.push('');
    texts[at] = text;
    characters += text.length;
    if (characters > limits.max_row_characters) throw new ExtractionError('too_much_text', `row ${row + 1}`);
  };
  for (const { column, text, caveats: own } of cells) {
    for (const caveat of own) caveats.add(caveat);
    // Values under a merged cell are not displayed.
    if (!merges.covers(row, column)) put(column, joinCellLines(text.split('\n').map(oneLine)));
    else if (text !== '') caveats.add('hidden');
  }
  for (const { top, left, right, text } of merges.open) {
    if (top < row) put(left, text);
    else columns.between(left, right).forEach((at) => covered.set(at, columns.find(left) ?? at));
  }
  return { cells: Array.from(texts, (text) => text ?? ''), covered, caveats: [...caveats] };
}

/** Positions of the columns that are shown and have text. */
class Columns {
  private readonly positions: ReadonlyMap<number, number>;

  constructor({ rows, hiddenColumns }: Worksheet, { max_columns: most }: TableLimits) {
    const used = new Set(rows.flatMap(({ cells, isHidden }) => (isHidden ? [] : cells.map(({ column }) => column))));
    const isShown = (column: number): boolean => !hiddenColumns.some(({ from, to }) => from <= column && column <= to);
    const shown = [...used].filter(isShown).sort((a, b) => a - b);
    if (shown.length > most) throw new ExtractionError('table_size', `${shown.length} columns`);
    this.positions = new Map(shown.map((column, i) => [column, i]));
  }

  find(column: number): number | undefined {
    return this.positions.get(column);
  }

  /** Positions of columns after `left` up to `right`. */
  between(left: number, right: number): number[] {
    return [...this.positions].filter(([column]) => column > left && column <= right).map(([, at]) => at);
  }
}

interface OpenMerge extends CellRange {
  text: string;
}

/** Merged cells around the current row. They do not overlap (ECMA-376-1, 18.3.1.55). */
class OpenMerges {
  open: OpenMerge[] = [];
  private readonly waiting: CellRange[];

  constructor(
    merges: readonly CellRange[],
    private readonly limits: TableLimits,
  ) {
    this.waiting = [...merges].sort((a, b) => b.top - a.top);
  }

  enter({ row, cells }: SheetRow): void {
    this.open = this.open.filter(({ bottom }) => bottom >= row);
    while (this.waiting.length > 0 && this.waiting.at(-1)!.top <= row) {
      const range = this.waiting.pop()!;
      if (range.bottom < row) continue;
      const text = range.top === row ? (cells.find(({ column }) => column === range.left)?.text ?? '') : '';
      this.open.push({ ...range, text: joinCellLines(text.split('\n').map(oneLine)) });
    }
    if (this.open.length > this.limits.max_columns)
      throw new ExtractionError('table_size', `${this.open.length} merged cells in row ${row + 1}`);
  }

  covers(row: number, column: number): boolean {
    return this.open.some(
      ({ top, left, right }) => left <= column && column <= right && !(top === row && left === column),
    );
  }
}
