import { SpanGrid } from '../span-grid.js';
import { attribute, descendants, isElement, type HtmlElement } from './html-tree.js';
import { isHidden } from './html-hints.js';

/** What stands in a cell of a table that only arranges a page: pages of the nineties are one such table. */
const PAGE_CONTENT = /^(?:h[1-6]|form|article|section|nav|main)$/;
/** Characters of a table within a cell of another: longer ones are parts of a page. */
const MAX_INNER_TABLE = 500;
const NOTHING = /^$/;

/** Cells that reach down over several rows are looked for no further than this. */
const MAX_SPAN = 1_000;
const MAX_COLUMNS = 1_000;

/** One row: its cells, one over several rows in each of them, null behind one over several columns; before the first row, the caption. */
export interface HtmlRow {
  cells: (HtmlElement | null)[];
  caption?: HtmlElement;
}

/** Whether a table only arranges what is in it, so that its cells are read as parts of the page. */
export function isLayoutTable(table: HtmlElement): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')) return true;
  const rows = rowsOf(table).map(cellsOf);
  if (rows.every((cells) => cells.length <= 1)) return true;
  const inner = rows.flat().flatMap((cell) => [...descendants(cell, /^table$/, /^table$/)]);
  if (inner.length > 0 && (rows.some((cells) => cells.length <= 1) || rows.length <= 1)) return true;
  if (inner.some((one) => isLonger(one, MAX_INNER_TABLE))) return true;
  return rows.flat().some((cell) => descendants(cell, PAGE_CONTENT, NOTHING).next().done === false);
}

function isLonger(element: HtmlElement, characters: number): boolean {
  let length = 0;
  for (const part of [element, ...descendants(element, /./, NOTHING)])
    for (const node of part.childNodes) if ('value' in node) length += node.value.trim().length;
  return length > characters;
}

/** Rows from top to bottom; the caption comes with the first, or with an empty row. */
export function* tableRows(table: HtmlElement): Generator<HtmlRow> {
  const caption = table.childNodes.find((node): node is HtmlElement => isElement(node) && node.tagName === 'caption');
  if (caption) yield { cells: [], caption };
  const grid = new SpanGrid<HtmlElement | null>(null, MAX_COLUMNS);
  for (const row of rowsOf(table)) {
    for (const cell of cellsOf(row)) {
      const span = (name: string): number => Math.max(1, Number.parseInt(attribute(cell, name) ?? '1', 10) || 1);
      grid.add(cell, Math.min(span('colspan'), MAX_SPAN), Math.min(span('rowspan'), MAX_SPAN) - 1);
    }
    yield { cells: grid.endRow().cells };
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
