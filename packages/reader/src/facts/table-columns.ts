import type { PageBlock } from '../document/document.types.js';

const MAX_LABEL = 60;

/** Tracks the header row of a table. */
export class TableColumns {
  /** @param columns of the last table of the page before */
  constructor(private columns: string[] | null) {}

  get state(): string[] | null {
    return this.columns;
  }

  /** The header above block `i`; null for headers and outside of tables. */
  enter(blocks: readonly PageBlock[], i: number): string[] | null {
    const block = blocks[i]!;
    if (block.kind !== 'table_row') {
      // A notice within a row, or a page break, does not end the table.
      if (!block.inline) this.columns = null;
      return null;
    }
    const cells = cellsOf(block);
    if (cells.length < 2) return this.columns;
    const isFirst = blocks[i - 1]?.kind !== 'table_row' && !blocks[i - 1]?.inline;
    if (block.header || (isFirst && isHeader(cells, blocks[i + 1]))) {
      // If a header has several lines, the one with all columns counts.
      const isFurther = blocks[i - 1]?.header === true && cells.length < (this.columns?.length ?? 0);
      if (!isFurther) this.columns = cells;
      return null;
    }
    if (this.columns && cells.join() === this.columns.join()) return null;
    // Only the first row of a page can continue a table, and not a wider one.
    if (isFirst && (i > 0 || cells.length > (this.columns?.length ?? 0))) this.columns = null;
    return this.columns;
  }
}

/** The cells of a row. Empty cells keep their position: `a |  | c`, `| b`. */
export function cellsOf({ text }: Pick<PageBlock, 'text'>): string[] {
  return text.split(CELL_END).map((cell) => cell.trim());
}

const CELL_END = /(?<=^|\s)\|(?=\s|$)/;

/** A header row has short labels without numbers, and numbers or labels in capitals distinguish it from its rows. */
function isHeader(cells: readonly string[], next: PageBlock | undefined): boolean {
  if (next?.kind !== 'table_row' || cellsOf(next).length < 2) return false;
  const isLabel = (cell: string) =>
    cell.length <= MAX_LABEL && !/[.;:]$/.test(cell) && !/\d/.test(cell.replace(/\([^)]*\)|\b1234567\b|[²³]/g, ''));
  const labels = cells.filter((cell) => cell !== '');
  if (labels.length < 2 || !labels.every(isLabel)) return false;
  return /\d/.test(next.text) || !/\p{Ll}/u.test(labels.join(''));
}
