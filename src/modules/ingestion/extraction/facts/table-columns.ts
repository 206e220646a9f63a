import type { Quantity } from '../../../../common/files/passage-facts.js';
import type { PageBlock } from '../extraction.types.js';

const MAX_LABEL = 60;

/** Follows which header row stands above the rows of a table. */
export class TableColumns {
  /** @param columns of the table that the page before ended with */
  constructor(private columns: string[] | null) {}

  /** For the page after. */
  get state(): string[] | null {
    return this.columns;
  }

  /** The header above block `i`; null for a header itself and for what is in no table. */
  enter(blocks: readonly PageBlock[], i: number): string[] | null {
    const block = blocks[i]!;
    if (block.kind !== 'table_row') {
      // A notice within a row, or a running page break, does not end its table.
      if (!block.inline) this.columns = null;
      return null;
    }
    const cells = cellsOf(block);
    if (cells.length < 2) return this.columns;
    const isFirst = blocks[i - 1]?.kind !== 'table_row' && !blocks[i - 1]?.inline;
    if (block.header || (isFirst && isHeader(cells, blocks[i + 1]))) {
      // Of a header of several lines the one with a label for each column.
      const isFurther = blocks[i - 1]?.header === true && cells.length < (this.columns?.length ?? 0);
      if (!isFurther) this.columns = cells;
      return null;
    }
    if (this.columns && cells.join() === this.columns.join()) return null;
    // Only at the top of a page can a table go on; a wider one is another.
    if (isFirst && (i > 0 || cells.length > (this.columns?.length ?? 0))) this.columns = null;
    return this.columns;
  }
}

/** The cells of a row; empty ones keep their place: `a |  | c`, and `| b` without the first. */
export function cellsOf({ text }: Pick<PageBlock, 'text'>): string[] {
  return text.split(CELL_END).map((cell) => cell.trim());
}

const CELL_END = /(?<=^|\s)\|(?=\s|$)/;

/** Of a column that holds bounds a cell does not say on which side. */
const OF_BOUNDS = /(?<!\p{L})(?:max|min|limit|not|no more|no less|more|less|above|below|over|under|upper|lower)/iu;

/** A quantity without its numbers where the header above it makes them bounds. */
export function underHeader(quantity: Quantity, block: PageBlock, columns: readonly string[] | undefined): Quantity {
  const column = block.text.slice(0, quantity.start - block.start).split(CELL_END).length - 1;
  const isBound = columns !== undefined && OF_BOUNDS.test(columns[column] ?? '');
  return isBound ? { ...quantity, min: null, max: null, si: null } : quantity;
}

/** Short labels without numbers above a row with numbers; without numbers below, only labels in capitals. */
function isHeader(cells: readonly string[], next: PageBlock | undefined): boolean {
  if (next?.kind !== 'table_row' || cellsOf(next).length < 2) return false;
  const isLabel = (cell: string) =>
    cell.length <= MAX_LABEL && !/[.;:]$/.test(cell) && !/\d/.test(cell.replace(/\([^)]*\)|\b1234567\b|[²³]/g, ''));
  const labels = cells.filter((cell) => cell !== '');
  if (labels.length < 2 || !labels.every(isLabel)) return false;
  return /\d/.test(next.text) || !/\p{Ll}/u.test(labels.join(''));
}
