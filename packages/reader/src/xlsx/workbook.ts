import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import { isOn, type Attribute, type PartHandler } from '../office/part-xml.js';
import { RichText, type CellText } from './cell-text.js';
import { formatCode } from './number-format.js';

export interface SheetEntry {
  name: string;
  /** Id of its relationship. */
  id: string;
  isHidden: boolean;
}

/** The sheets of a workbook in their order (ECMA-376-1, 18.2). */
export class Workbook implements PartHandler {
  readonly sheets: SheetEntry[] = [];
  is1904 = false;
  /** Set if stored results of formulas may be placeholders. */
  isStale = false;

  open(name: string, attribute: Attribute): void {
    if (name === 'x:workbookPr') this.is1904 = isOn(attribute('date1904') ?? '0');
    if (name === 'x:calcPr')
      this.isStale = ['fullCalcOnLoad', 'forceFullCalc'].some((option) => isOn(attribute(option) ?? '0'));
    if (name !== 'x:sheet') return;
    const state = attribute('state') ?? 'visible';
    this.sheets.push({ name: attribute('name') ?? '', id: attribute('r:id') ?? '', isHidden: state !== 'visible' });
  }

  text(): void {
    // Only attributes matter.
  }

  close(): void {
    // Sheets are not nested.
  }
}

/** Strings that cells name by number (ECMA-376-1, 18.4). @throws ExtractionError `table_size`, `too_much_text` */
export class SharedStrings implements PartHandler {
  private readonly strings: CellText[] = [];
  private current: RichText | null = null;
  private name = '';
  private characters = 0;

  constructor(private readonly limits: ExtractionLimits) {}

  find(index: number): CellText | undefined {
    return this.strings[index];
  }

  open(name: string, attribute: Attribute): void {
    this.name = name;
    if (name === 'x:si') this.current = new RichText();
    else this.current?.open(name, attribute);
  }

  text(text: string): void {
    this.characters += text.length;
    if (this.characters > this.limits.max_file_text_bytes) throw new ExtractionError('too_much_text', 'shared strings');
    this.current?.text(this.name, text);
  }

  close(name: string): void {
    this.name = '';
    if (name !== 'x:si') return this.current?.close(name);
    if (this.strings.length >= this.limits.table.max_cells)
      throw new ExtractionError('table_size', `${this.strings.length} shared strings`);
    this.strings.push(this.current?.finish() ?? { text: '', isCut: false });
    this.current = null;
  }
}

export interface CellStyle {
  /** Code of the number format. */
  format: string;
  isStruck: boolean;
}

const NO_STYLE: CellStyle = { format: 'General', isStruck: false };

/** Styles of cells (ECMA-376-1, 18.8). */
export class CellStyles implements PartHandler {
  private readonly formats = new Map<number, string>();
  private readonly struckFonts = new Set<number>();
  private readonly cells: { format: number; font: number }[] = [];
  private readonly known = new Map<number, CellStyle>();
  private fonts = 0;
  private section = '';

  /** @param index the attribute `s` of a cell */
  of(index: number): CellStyle {
    const cell = this.cells[index];
    if (!cell) return NO_STYLE;
    const style = this.known.get(index) ?? {
      format: formatCode(cell.format, this.formats),
      isStruck: this.struckFonts.has(cell.font),
    };
    this.known.set(index, style);
    return style;
  }

  open(name: string, attribute: Attribute): void {
    const number = (local: string): number => Number(attribute(local) ?? 0);
    if (/^x:(?:fonts|cellXfs|cellStyleXfs|numFmts|dxfs)$/.test(name)) this.section = name;
    else if (this.section === 'x:numFmts' && name === 'x:numFmt')
      this.formats.set(number('numFmtId'), attribute('formatCode') ?? 'General');
    else if (this.section === 'x:cellXfs' && name === 'x:xf')
      this.cells.push({ format: number('numFmtId'), font: number('fontId') });
    else if (this.section === 'x:fonts' && name === 'x:font') this.fonts += 1;
    else if (this.section === 'x:fonts' && name === 'x:strike' && isOn(attribute('val')))
      this.struckFonts.add(this.fonts - 1);
  }

  text(): void {
    // Only attributes matter.
  }

  close(name: string): void {
    if (name === this.section) this.section = '';
  }
}
