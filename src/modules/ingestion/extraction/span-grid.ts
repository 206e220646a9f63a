/** Columns of a table; real ones have a dozen. */
export const MAX_GRID_COLUMNS = 1_000;

/** Rows that a cell may reach down over. */
const MAX_ROWS = 1_000;

/** One row laid out: its cells by column, and which of them go on from the row above. */
export interface GridRow<Cell> {
  cells: Cell[];
  repeated: ReadonlySet<number>;
}

/**
 * Lays out the rows of a table whose cells span others, so that what stands in one column stays there: a cell over
 * several rows is repeated in each, as every row is read alone; a cell over several columns is written once, with empty
 * ones behind it, as the words of one cell are not those of two.
 */
export class SpanGrid<Cell> {
  private cells: Cell[] = [];
  private repeated = new Set<number>();
  /** Cells that go on below, by column. */
  private readonly spans = new Map<number, { cell: Cell; rows: number }>();
  /** The row before, for formats that only say that a cell goes on. */
  private above: Cell[] = [];

  constructor(
    private readonly empty: Cell,
    private readonly maxColumns = MAX_GRID_COLUMNS,
  ) {}

  /** Column of the next cell. */
  get column(): number {
    return this.cells.length;
  }

  get isFull(): boolean {
    return this.cells.length >= this.maxColumns;
  }

  /** Goes on to a column, and beyond what reaches down from above there. */
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

  /** Puts a cell into the next free column. `rows` are those below that it reaches over too. */
  add(cell: Cell, columns = 1, rows = 0): void {
    this.skipTo(this.column);
    for (let i = 0; i < columns && !this.isFull; i += 1) {
      const part = i === 0 ? cell : this.empty;
      if (rows > 0) this.spans.set(this.column, { cell: part, rows: Math.min(rows, MAX_ROWS) });
      this.cells.push(part);
    }
  }

  /** A cell that goes on with the one above it. */
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

  /** Forgets what reaches down: header and body of a table share no cells. */
  endPart(): void {
    this.spans.clear();
    this.above = [];
  }
}
