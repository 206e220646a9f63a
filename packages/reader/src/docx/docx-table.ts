import type { MarkupItem } from '../markup/markup-builder.js';
import { rowItems } from '../markup/row-texts.js';
import { SpanGrid } from '../markup/span-grid.js';
import type { FlowItem } from './docx-paragraph.js';
import { isOn } from '../office/part-xml.js';

interface Cell {
  items: FlowItem[];
  columns: number;
  /** Whether it continues the cell above (`w:vMerge`). */
  goesOn: boolean;
}

/** A table being read, with its current row and cells (ECMA-376 part 1, 17.4). */
export class DocxTable {
  columns = 0;
  isDeleted = false;
  private readonly cells: Cell[] = [];
  private isHidden = false;
  private isHeader = false;
  /** Columns omitted at the start of the row. */
  private before = 0;
  private readonly grid = new SpanGrid<FlowItem[]>([]);

  /** @param items content of the cell, filled while it is read */
  openCell(items: FlowItem[]): void {
    this.cells.push({ items, columns: 1, goesOn: false });
  }

  /** Sets a property of the row or of its last cell. Returns false for other properties. */
  set(name: string, value: string | undefined, parent: string | undefined): boolean {
    const cell = this.cells.at(-1);
    if (name === 'w:gridBefore' && parent === 'w:trPr') this.before = Number(value) || 0;
    else if (name === 'w:hidden' && parent === 'w:trPr') this.isHidden = isOn(value);
    else if (name === 'w:tblHeader' && parent === 'w:trPr') this.isHeader = isOn(value);
    else if (name === 'w:gridSpan' && parent === 'w:tcPr' && cell) cell.columns = Number(value) || 1;
    else if (name === 'w:vMerge' && parent === 'w:tcPr' && cell) cell.goesOn = value !== 'restart';
    else return false;
    return true;
  }

  /** Writes a row as one line. In a table of one column, which is a frame, writes the content of the cell. */
  endRow(add: (item: FlowItem) => void): void {
    const cells = this.cells.splice(0);
    if (this.isDeleted) {
      this.isDeleted = false;
      return;
    }
    const { isHeader } = this;
    this.isHeader = false;
    if (this.isHidden) {
      this.isHidden = false;
      return add({ kind: 'paragraph', text: '', caveats: ['hidden'] });
    }
    if (cells.length === 1 && this.columns <= 1) {
      for (const item of cells[0]!.items) add(item);
      return;
    }
    this.grid.skipTo(this.before);
    this.before = 0;
    for (const { items, columns, goesOn } of cells) {
      if (goesOn) this.grid.goOn(columns);
      else this.grid.add(items, columns);
    }
    const { cells: laidOut, repeated } = this.grid.endRow();
    const row = laidOut.map((cell) => cell.filter((item): item is MarkupItem => item !== 'page_break'));
    for (const item of rowItems({ cells: row, repeated }, isHeader)) add(item);
  }
}
