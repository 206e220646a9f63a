/** Maximum columns of a table; real ones have a dozen. */
export const MAX_GRID_COLUMNS = 1_000;

/** Maximum rows that a cell may span. */
const MAX_ROWS = 1_000;

/** A row: its cells by column, and which of them continue from the row above. */
export interface GridRow<Cell> {
  cells: Cell[];
  repeated: ReadonlySet<number>;
}

/** Lays out spanning cells. A cell over rows is repeated, because rows are read alone; over columns, it is followed by empty cells. */
export class SpanGrid<Cell> {
  private cells: Cell[] = [];
  private repeated = new Set<number>();
  /** Cells that continue below, by column. */
  private readonly spans = new Map<number, { cell: Cell; rows: number }>();
  /** The previous row, for formats that mark a cell as a continuation. */
  private above: Cell[] = [];

  constructor(
    private readonly empty: Cell,
    private readonly maxColumns = MAX_GRID_COLUMNS,
  ) {}

  get column(): number {
    return this.cells.length;
  }

  get isFull(): boolean {
    return this.cells.length >= this.maxColumns;
  }

  /** Advances to a column, past cells that extend down from above. */
  skipTo(column: number): void {
    while (!this.isFull) {
      const span = this.spans.get(this.column);
      if (this.column >= column && !(span && span.rows > 0)) return;
      if (span && span.rows > 0) {
        span.rows -= 1;
        this.repeated.add(this.column);
        this.cells.push(span.cell);
      } else this.cells.push(this.empty);
    }
  }

  /** Puts a cell into the next free column. `rows` counts the spanned rows below. */
  add(cell: Cell, columns = 1, rows = 0): void {
    this.skipTo(this.column);
    for (let i = 0; i < columns && !this.isFull; i += 1) {
      const part = i === 0 ? cell : this.empty;
      if (rows > 0) this.spans.set(this.column, { cell: part, rows: Math.min(rows, MAX_ROWS) });
      this.cells.push(part);
    }
  }

  /** Adds a cell that continues the one above. */
  goOn(columns = 1): void {
    for (let i = 0; i < columns && !this.isFull; i += 1) {
      this.repeated.add(this.column);
      this.cells.push(this.above[this.column] ?? this.empty);
    }
  }

  endRow(): GridRow<Cell> {
    this.skipTo(this.column);
    const row = { cells: this.cells, repeated: this.repeated };
    this.above = this.cells;
    this.cells = [];
    this.repeated = new Set();
    return row;
  }

  /** Advances past rows that are not laid out. */
  skipRows(count: number): void {
    for (const span of this.spans.values()) span.rows = Math.max(0, span.rows - count);
  }

  /** Ends all spans: header and body of a table share no cells. */
  endPart(): void {
    this.spans.clear();
    this.above = [];
  }
}
