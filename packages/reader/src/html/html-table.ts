import { SpanGrid } from '../markup/span-grid.js';
import { attribute, descendants, isElement, type HtmlElement } from './html-tree.js';
import { isHidden } from './html-hints.js';

/** Content of a cell of a layout table, as in HTML of the 1990s. */
const PAGE_CONTENT = /^(?:h[1-6]|form|article|section|nav|main)$/;
/** Maximum characters of a nested table; longer ones are parts of a page. */
const MAX_INNER_TABLE = 500;
const NOTHING = /^$/;

/** Maximum rows that a cell may span. */
const MAX_SPAN = 1_000;
const MAX_COLUMNS = 1_000;

/** A row: a cell that spans rows is in each of them; null follows a cell that spans columns. The caption precedes the first row. */
export interface HtmlRow {
  cells: (HtmlElement | null)[];
  caption?: HtmlElement;
}

/** Cells of a layout table are read as parts of the page. */
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
