import type { PageLayoutBoxes } from '../document/document.types.js';
import { LEADING, LineSetter } from './line-setter.js';
import { FontMetrics } from './font-metrics.js';
import {
  boldEnd,
  cellsOf,
  markerEnd,
  partsOf,
  type PagePart,
  type Stretch,
  type TypesettablePage,
} from './page-parts.js';
import { columnsOf, MAX_COLUMNS, type ColumnNeed } from './table-columns.js';

/** A4 and its margins, in points. A page with more text is longer. */
export const SHEET = { width: 595, height: 842, margin: 54 };

/** Space inside the frame of a notice, and around table rows. */
export const FRAME_PADDING = 8;
export const ROW_PADDING = 3;

const BODY_SIZE = 10;
const HEADING_SIZES = [16, 13.5, 11.5];
const RUNNING_SIZE = 8;
const TABLE_SIZE = 9;

/** Indent of each level of steps, and minimum space for their numbers. */
const INDENT = 16;
const MAX_LEVEL = 8;
const MARKER_WIDTH = 18;
const MARKER_GAP = 5;

const TEXT_WIDTH = SHEET.width - 2 * SHEET.margin;

/** Typesets a page of a format without positions. Drawings use the returned positions, so highlights match. Deterministic. */
export function typesetPage(page: TypesettablePage): PageLayoutBoxes {
  return new Typesetter(page).set();
}

class Typesetter {
  private readonly lines: LineSetter;
  private y = SHEET.margin;

  constructor(private readonly page: TypesettablePage) {
    this.lines = new LineSetter(page.text);
  }

  set(): PageLayoutBoxes {
    const parts = partsOf(this.page);
    for (let i = 0; i < parts.length;) {
      const rows = parts.slice(i, endOfTable(parts, i));
      if (rows.length > 0) this.table(rows);
      else this.part(parts[i]!);
      i += Math.max(1, rows.length);
    }
    return {
      width: SHEET.width,
      height: Math.max(SHEET.height, Math.ceil(this.y + SHEET.margin)),
      boxes: this.lines.boxes,
    };
  }

  private part(part: PagePart): void {
    switch (part.kind) {
      case 'heading': {
        const size = HEADING_SIZES[Math.min(part.level, HEADING_SIZES.length) - 1]!;
        return this.paragraph(part, { size, before: 0.6 * size, after: 0.3 * size });
      }
      case 'warning':
      case 'caution':
      case 'note':
        return this.paragraph(part, {
          inset: 2 * FRAME_PADDING,
          before: 4 + FRAME_PADDING,
          after: 8 + FRAME_PADDING,
        });
      case 'list_item':
        return this.step(part);
      case 'running':
        return this.paragraph(part, { size: RUNNING_SIZE, after: 4 });
      case 'figure':
        return this.paragraph(part, { size: TABLE_SIZE, before: 2, after: 8 });
      default:
        return this.paragraph(part, { after: 6 });
    }
  }

  private paragraph(
    part: PagePart,
    {
      size = BODY_SIZE,
      before = 0,
      after,
      inset = 0,
    }: { size?: number; before?: number; after: number; inset?: number },
  ): void {
    const bold_end = boldEnd(this.page.text, part);
    const width = TEXT_WIDTH - 2 * inset;
    // The first part needs no space above.
    if (this.y > SHEET.margin) this.y += before;
    else if (inset > 0) this.y += FRAME_PADDING;
    this.y = this.lines.set(part, this.y, { x: SHEET.margin + inset, width, size, bold_end }) + after;
  }

  /** The number of a step precedes its text. */
  private step(part: PagePart): void {
    const { text } = this.page;
    const x = SHEET.margin + INDENT * (Math.min(part.level, MAX_LEVEL) - 1);
    const marker: Stretch = { start: part.start, end: markerEnd(text, part) };
    const markerWidth = FontMetrics.of(false).widthOf(text.slice(marker.start, marker.end)) * BODY_SIZE;
    const hang = markerWidth === 0 ? 0 : Math.max(MARKER_WIDTH, markerWidth + MARKER_GAP);
    const setting = { size: BODY_SIZE, bold_end: part.start };
    this.lines.set(marker, this.y, { ...setting, x, width: TEXT_WIDTH });
    const rest = { start: marker.end, end: part.end };
    const right = SHEET.margin + TEXT_WIDTH;
    const bottom = this.lines.set(rest, this.y, { ...setting, x: x + hang, width: right - x - hang });
    this.y = Math.max(bottom, this.y + LEADING * BODY_SIZE) + 4;
  }

  private table(rows: readonly PagePart[]): void {
    const table = rows.map((row) => this.cells(row));
    const needs: ColumnNeed[] = [];
    for (const cell of table.flatMap((cells) => cells.map((stretch, column) => ({ stretch, column })))) {
      const { word, whole } = this.lines.measure(cell.stretch, TABLE_SIZE);
      const need = needs[cell.column] ?? { word: 0, whole: 0 };
      needs[cell.column] = { word: Math.max(need.word, word), whole: Math.max(need.whole, whole) };
    }
    const columns = columnsOf(needs, SHEET.margin + ROW_PADDING, TEXT_WIDTH - 2 * ROW_PADDING);
    this.y += ROW_PADDING;
    for (const cells of table) {
      const bottoms = cells.map((stretch, i) =>
        this.lines.set(stretch, this.y, { ...columns[i]!, size: TABLE_SIZE, bold_end: stretch.start }),
      );
      this.y = Math.max(this.y, ...bottoms) + 2 * ROW_PADDING;
    }
    this.y += 6;
  }

  private cells(row: PagePart): Stretch[] {
    const cells = cellsOf(this.page.text, row);
    if (cells.length <= MAX_COLUMNS) return cells;
    return [...cells.slice(0, MAX_COLUMNS - 1), { start: cells[MAX_COLUMNS - 1]!.start, end: row.end }];
  }
}

/** The end of the consecutive table rows from `i` on; else `i`. */
export function endOfTable(parts: readonly PagePart[], i: number): number {
  const end = parts.findIndex(({ kind }, at) => at >= i && kind !== 'table_row');
  return end === -1 ? parts.length : end;
}
