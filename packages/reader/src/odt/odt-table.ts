import { ExtractionError } from '../errors/extraction-error.js';
import type { TableLimits } from '../limits/extraction-limits.js';
import type { MarkupItem } from '../markup/markup-builder.js';
import { rowItems } from '../markup/row-texts.js';
import { MAX_GRID_COLUMNS, SpanGrid, type GridRow } from '../markup/span-grid.js';
import type { Attribute } from '../office/part-xml.js';
import { hiddenText, type FlowItem } from './odt-paragraph.js';

interface Cell {
  items: FlowItem[];
  columns: number;
  rows: number;
  repeated: number;
}

const HIDDEN = /^(?:collapse|filter)$/;

/** A table being read, with its current row and cells (ODF 1.3-3, 9). */
export class OdtTable {
  private columns = 0;
  private readonly hiddenColumns = new Set<number>();
  private readonly grid = new SpanGrid<MarkupItem[]>([]);
  private cells: Cell[] = [];
  private headers = 0;
  private row = { repeated: 1, isHidden: false };
  /** Whether each group of rows around is hidden. */
  private readonly groups: boolean[] = [];

  constructor(private readonly limits: TableLimits) {}

  open(name: string, attribute: Attribute): void {
    const number = (local: string): number => Math.max(1, Number(attribute(local) ?? 1) || 1);
    if (name === 'table:table-column') this.addColumns(number('number-columns-repeated'), attribute('visibility'));
    else if (name === 'table:table-header-rows') this.headers += 1;
    else if (name === 'table:table-row-group') this.groups.push(attribute('display') === 'false');
    else if (name === 'table:table-row') {
      const isHidden = HIDDEN.test(attribute('visibility') ?? '') || this.groups.includes(true);
      this.row = { repeated: number('number-rows-repeated'), isHidden };
    }
  }

  /** @param items content of the cell, filled while it is read */
  openCell(attribute: Attribute, items: FlowItem[]): void {
    const number = (local: string): number => Math.max(1, Number(attribute(local) ?? 1) || 1);
    const repeated = number('number-columns-repeated');
    this.cells.push({
      items,
      columns: number('number-columns-spanned'),
      rows: number('number-rows-spanned'),
      repeated,
    });
    if (this.cells.length > this.limits.max_columns)
      throw new ExtractionError('table_size', `${this.cells.length} columns`);
  }

  close(name: string, add: (item: FlowItem) => void): void {
    if (name === 'table:table-header-rows') this.headers -= 1;
    else if (name === 'table:table-row-group') this.groups.pop();
    else if (name === 'table:table-row') this.endRow(add);
  }

  private endRow(add: (item: FlowItem) => void): void {
    const cells = this.cells.splice(0);
    const isEmpty = cells.every(({ items }) => items.length === 0);
    const { repeated, isHidden } = this.row;
    if (isHidden && !isEmpty) add(hiddenText());
    if (isHidden || isEmpty) {
      // Their cells may extend over rows below.
      for (const { columns, rows, repeated: times } of cells) this.put([], columns, rows, times);
      this.grid.endRow();
      return this.grid.skipRows(repeated - 1);
    }
    // A table of one column is a frame.
    if (cells.length === 1 && this.columns <= 1) return cells[0]!.items.forEach(add);
    if (repeated > this.limits.max_columns) throw new ExtractionError('table_size', `${repeated} rows`);
    for (let i = 0; i < repeated; i += 1) {
      for (const { items, columns, rows, repeated: times } of cells) this.put(items, columns, rows, times);
      for (const item of rowItems(this.shownOf(this.grid.endRow(), add), this.headers > 0)) add(item);
    }
  }

  private addColumns(count: number, visibility = ''): void {
    const end = Math.min(this.columns + count, MAX_GRID_COLUMNS);
    if (HIDDEN.test(visibility)) for (let i = this.columns; i < end; i += 1) this.hiddenColumns.add(i);
    this.columns += count;
  }

  /** The row without its cells in hidden columns. */
  private shownOf({ cells, repeated }: GridRow<MarkupItem[]>, add: (item: FlowItem) => void): GridRow<MarkupItem[]> {
    if (cells.some((cell, i) => this.hiddenColumns.has(i) && cell.length > 0)) add(hiddenText());
    const shown = [...cells.keys()].filter((i) => !this.hiddenColumns.has(i));
    return {
      cells: shown.map((i) => cells[i]!),
      repeated: new Set(shown.flatMap((column, i) => (repeated.has(column) ? [i] : []))),
    };
  }

  private put(items: readonly FlowItem[], columns: number, rows: number, times: number): void {
    const content = items.filter((item): item is MarkupItem => item !== 'page_break');
    for (let i = 0; i < times && !this.grid.isFull; i += 1) this.grid.add(content, columns, rows - 1);
  }
}
