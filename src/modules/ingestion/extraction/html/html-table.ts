import { attribute, descendants, isElement, type HtmlElement } from './html-tree.js';
import { isHidden } from './html-hints.js';

/** What stands in a cell of a table that only arranges a page: pages of the nineties are one such table. */
const PAGE_CONTENT = /^(?:table|h[1-6]|form|article|section|nav|main)$/;
const NOTHING = /^$/;

/** Cells that reach down over several rows are looked for no further than this. */
const MAX_SPAN = 1_000;
const MAX_COLUMNS = 1_000;

/** One row: its cells, null where one of a row above reaches down; before the first row, the caption. */
export interface HtmlRow {
  cells: (HtmlElement | null)[];
  caption?: HtmlElement;
}

/** Whether a table only arranges what is in it, so that its cells are read as parts of the page. */
export function isLayoutTable(table: HtmlElement): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')) return true;
  const rows = rowsOf(table);
  if (rows.every((row) => cellsOf(row).length <= 1)) return true;
  return rows.some((row) =>
    cellsOf(row).some((cell) => descendants(cell, PAGE_CONTENT, NOTHING).next().done === false),
  );
}

/** Rows from top to bottom; the caption comes with the first, or with an empty row. */
export function* tableRows(table: HtmlElement): Generator<HtmlRow> {
  const caption = table.childNodes.find((node): node is HtmlElement => isElement(node) && node.tagName === 'caption');
  if (caption) yield { cells: [], caption };
  let spans: number[] = [];
  for (const row of rowsOf(table)) {
    const cells: (HtmlElement | null)[] = [];
    const next: number[] = [];
    const skip = (): void => {
      while ((spans[cells.length] ?? 0) > 0) {
        next[cells.length] = spans[cells.length]! - 1;
        cells.push(null);
      }
    };
    for (const cell of cellsOf(row)) {
      skip();
      if (cells.length >= MAX_COLUMNS) break;
      const down = Math.min(Number.parseInt(attribute(cell, 'rowspan') ?? '1', 10) || 1, MAX_SPAN);
      next[cells.length] = down - 1;
      cells.push(cell);
    }
    skip();
    spans = next;
    yield { cells };
  }
}

function rowsOf(table: HtmlElement): HtmlElement[] {
  return [...descendants(table, /^tr$/, /^(?:tr|table)$/)].filter((row) => !isHidden(row));
}

function cellsOf(row: HtmlElement): HtmlElement[] {
  return row.childNodes.filter(
    (node): node is HtmlElement => isElement(node) && /^t[dh]$/.test(node.tagName) && !isHidden(node),
  );
}
