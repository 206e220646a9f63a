import type { Caveat } from '../document/caveats.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { oneLine } from '../markup/cell-lines.js';
import { isOn, type Attribute, type PartHandler } from '../office/part-xml.js';
import { RichText, type CellText } from './cell-text.js';
import { formatNumber, formatText, type Shown } from './number-format.js';
import type { CellStyles, SharedStrings } from './workbook.js';

/** A rectangle of cells, counted from 0. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface SheetCell {
  column: number;
  text: string;
  /** The text is empty for a formula without a stored result. */
  caveats: readonly Caveat[];
}

export interface SheetRow {
  row: number;
  isHidden: boolean;
  cells: SheetCell[];
}

export interface CellContext {
  strings: SharedStrings;
  styles: CellStyles;
  is1904: boolean;
  /** Set if the program is to compute all formulas when it opens the file: the stored results may be placeholders. */
  isStale: boolean;
  /** Counts cells of the whole file. @throws ExtractionError `table_size` */
  count(): void;
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  value: string;
  isFormula: boolean;
  rich: RichText;
}

const NO_TEXT = { text: '', isCut: false };

/** Rows and columns of a sheet at most (ECMA-376-1, 18.18.7; Excel's limits). */
const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** Reads the cells of a sheet (ECMA-376-1, 18.3), as displayed. Formulas are not computed: their stored results are read. */
export class Worksheet implements PartHandler {
  /** Rows with text. */
  readonly rows: SheetRow[] = [];
  readonly merges: CellRange[] = [];
  readonly hiddenColumns: { from: number; to: number }[] = [];
  /** Ranges with a filter, whose first row names the columns. */
  readonly filters: CellRange[] = [];
  private row: SheetRow = { row: -1, isHidden: false, cells: [] };
  /** Whether rows without a height are hidden. */
  private isRowFlat = false;
  private lastColumn = -1;
  private cell: OpenCell | null = null;
  private name = '';

  constructor(
    private readonly context: CellContext,
    private readonly limits: { max_merges: number },
  ) {}

  open(name: string, attribute: Attribute): void {
    this.name = name;
    switch (name) {
      case 'x:row':
        this.openRow(attribute);
        break;
      case 'x:c':
        this.openCell(attribute);
        break;
      case 'x:f':
        if (this.cell) this.cell.isFormula = true;
        break;
      case 'x:sheetFormatPr':
        this.isRowFlat = isOn(attribute('zeroHeight') ?? '0');
        break;
      case 'x:col':
        this.describeColumns(attribute);
        break;
      case 'x:mergeCell':
        this.merge(rangeOf(attribute('ref')));
        break;
      case 'x:autoFilter': {
        const range = rangeOf(attribute('ref'));
        if (range && this.filters.length === 0) this.filters.push(range);
        break;
      }
      default:
        this.cell?.rich.open(name, attribute);
    }
  }

  text(text: string): void {
    if (!this.cell) return;
    if (this.name === 'x:v') this.cell.value += text;
    else this.cell.rich.text(this.name, text);
  }

  close(name: string): void {
    this.name = '';
    if (name === 'x:c') this.endCell();
    else if (name === 'x:row' && this.row.cells.length > 0) this.rows.push(this.row);
    else this.cell?.rich.close(name);
  }

  private describeColumns(attribute: Attribute): void {
    if (!isOn(attribute('hidden') ?? '0') && Number(attribute('width') ?? 1) !== 0) return;
    if (this.hiddenColumns.length >= MAX_COLUMN) throw new ExtractionError('corrupt', 'descriptions of columns');
    this.hiddenColumns.push({ from: Number(attribute('min')) - 1, to: Number(attribute('max')) - 1 });
  }

  private openRow(attribute: Attribute): void {
    const row = Number(attribute('r') ?? this.row.row + 2) - 1;
    // Rows are in order (ECMA-376-1, 18.3.1.73). With two of one number, the program decides which one it shows.
    if (!(row > this.row.row && row < MAX_ROW)) throw new ExtractionError('corrupt', `row ${row + 1}`);
    const height = attribute('ht');
    const isFlat = height === undefined ? this.isRowFlat : Number(height) === 0;
    this.row = { row, isHidden: isFlat || isOn(attribute('hidden') ?? '0'), cells: [] };
    this.lastColumn = -1;
  }

  private openCell(attribute: Attribute): void {
    const reference = attribute('r');
    const column = reference === undefined ? this.lastColumn + 1 : columnOf(reference);
    if (!(column > this.lastColumn && column < MAX_COLUMN)) throw new ExtractionError('corrupt', `cell ${reference}`);
    this.lastColumn = column;
    const [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0)];
    this.cell = { column, type, style, value: '', isFormula: false, rich: new RichText() };
  }

  private endCell(): void {
    const { cell } = this;
    this.cell = null;
    if (!cell) return;
    const isUncomputed = cell.isFormula && (this.context.isStale || (cell.value === '' && cell.type !== 'str'));
    const style = this.context.styles.of(cell.style);
    const { text: stored, isCut } = isUncomputed ? NO_TEXT : this.textOf(cell);
    const isStruck = style.isStruck && stored.trim() !== '';
    const shown: Shown = style.isStruck ? NO_TEXT : this.shownAs(stored, cell.type, style.format);
    const caveats: Caveat[] = [
      ...(isCut || isStruck ? (['removed'] as const) : []),
      ...(isUncomputed ? (['uncomputed'] as const) : []),
      ...(shown.caveat ? [shown.caveat] : []),
    ];
    if (shown.text.trim() === '' && caveats.length === 0) return;
    this.context.count();
    this.row.cells.push({ column: cell.column, text: shown.text, caveats });
  }

  private textOf({ type, value, rich }: OpenCell): CellText {
    switch (type) {
      case 's': {
        const string = this.context.strings.find(Number(value || -1));
        if (!string && value !== '') throw new ExtractionError('corrupt', `shared string ${value}`);
        return string ?? NO_TEXT;
      }
      case 'inlineStr':
        return rich.finish();
      case 'b':
        return { text: value === '' ? '' : value.trim() === '1' ? 'TRUE' : 'FALSE', isCut: false };
      default:
        return { text: type === 'n' ? value.trim() : oneLine(value), isCut: false };
    }
  }

  private shownAs(text: string, type: string, format: string): Shown {
    if (text === '') return NO_TEXT;
    if (/^(?:s|inlineStr|str)$/.test(type)) return formatText(text, format);
    const number = type === 'n' ? Number(text) : NaN;
    return Number.isFinite(number) ? formatNumber(number, format, this.context.is1904) : { text };
  }

  private merge(range: CellRange | null): void {
    if (!range) return;
    if (this.merges.length >= this.limits.max_merges)
      throw new ExtractionError('table_size', `${this.merges.length} merged cells`);
    this.merges.push(range);
  }
}

/** The range `A1:C3`; null for another text. */
export function rangeOf(reference: string | undefined): CellRange | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(reference ?? '');
  if (!match) return null;
  const [, left = '', top = '', right = left, bottom = top] = match;
  return { left: columnOf(left), top: Number(top) - 1, right: columnOf(right), bottom: Number(bottom) - 1 };
}

/** The column of `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{0,3}/i.exec(reference)![0].toUpperCase())
    column = 26 * column + letter.charCodeAt(0) - 64;
  return column - 1;
}
