import type { Caveat } from '../document/caveats.js';
import { ExtractionError } from '../errors/extraction-error.js';
import type { MarkupBuilder, MarkupItem } from '../markup/markup-builder.js';
import { PAGE_CHARACTERS } from '../passages/page-cutter.js';
import { MAX_PASSAGE_TOKENS } from '../passages/passages.js';
import { isHeader, isLabel, joinedHeader } from './header-row.js';

export interface TableRow {
  /** Text by column, on one line each. */
  cells: readonly string[];
  /** Set if the file says that the row names the columns. */
  isHeader?: boolean;
  /** Columns over which a cell of the row extends, with the column where it begins. */
  covered?: ReadonlyMap<number, number>;
  caveats?: readonly Caveat[];
}

/** Tokens as word pieces, rather too many: part numbers consist of short ones. */
const WORD_PIECE = /\p{L}{1,6}|\p{N}{1,2}|[^\s\p{L}\p{N}]/gu;

/** Maximum share of a passage that a repeated header takes. */
const HEADER_SHARE = 0.5;

/**
 * Writes the rows of sheets, which have neither pages nor marked headers. Rows come in groups that fit into a passage, each below the header
 * of its table: a value is never read without the name and unit of its column.
 */
export class TableWriter {
  /** The first row of a table, until the next row shows whether it is the header. */
  private first: TableRow | null = null;
  private header: TableRow | null = null;
  /** Columns of the rows below the header, and of the table before an empty row. */
  private columns = new ColumnKinds();
  private before: { header: TableRow; columns: ColumnKinds } | null = null;
  private isOpen = false;
  private group = { rows: 0, tokens: 0 };
  private characters = 0;

  constructor(
    private readonly builder: MarkupBuilder,
    private readonly maxPages: number,
  ) {}

  /** Writes a row. One without text ends the table. @throws ExtractionError `too_many_pages`, `too_much_text` */
  add(row: TableRow): void {
    const filled = row.cells.filter(Boolean).length;
    if (filled === 0) return this.endTable(row.caveats);
    if (this.first) return this.second(this.first, row);
    if (row.isHeader || (!this.isOpen && filled > 1)) this.first = row;
    else if (this.isOpen) this.write(row);
    else this.addLine(row);
  }

  /** A row with one cell outside of tables. */
  private addLine(row: TableRow): void {
    this.before = null;
    this.builder.add({ kind: 'paragraph', text: row.cells.find(Boolean)!, caveats: row.caveats ?? [] });
  }

  endTable(caveats: readonly Caveat[] = []): void {
    const { first } = this;
    this.first = null;
    if (first) this.begin(first, first.isHeader ?? false);
    for (const caveat of caveats) this.builder.addCaveat(caveat);
    if (this.header) this.before = { header: this.header, columns: this.columns };
    else if (this.isOpen) this.before = null;
    this.isOpen = false;
    this.header = null;
  }

  /** Starts a page with the name of a sheet. */
  startSheet(name: string): void {
    this.endTable();
    this.before = null;
    this.breakPage();
    this.builder.add({ kind: 'heading', level: 1, text: name, isName: true });
  }

  /** Writes text outside of the cells. */
  addText(item: MarkupItem): void {
    this.endTable();
    this.before = null;
    this.builder.add(item);
  }

  /** Adds a caveat about content that is not written. */
  leaveOut(caveat: Caveat): void {
    this.builder.addCaveat(caveat);
  }

  private second(first: TableRow, row: TableRow): void {
    this.first = null;
    const covered = first.covered ?? new Map<number, number>();
    const spanned = new Set([...covered.keys(), ...covered.values()]);
    // A cell below another that spans no columns is a value.
    const isPart =
      covered.size > 0 &&
      row.cells.every((cell, i) => cell === '' || cell === first.cells[i] || (spanned.has(i) && isLabel(cell)));
    if (isPart && (first.isHeader || first.cells.every((cell) => cell === '' || isLabel(cell)))) {
      const caveats = [...(first.caveats ?? []), ...(row.caveats ?? [])];
      this.first = { cells: joinedHeader(first.cells, row.cells, covered), isHeader: first.isHeader ?? false, caveats };
      return;
    }
    this.begin(first, first.isHeader || isHeader(first.cells, row.cells));
    this.add(row);
  }

  private begin(first: TableRow, isNamed: boolean): void {
    this.isOpen = true;
    this.header = null;
    this.columns = new ColumnKinds();
    this.group = { rows: 0, tokens: 0 };
    if (isNamed) {
      this.header = first;
      for (const caveat of first.caveats ?? []) this.builder.addCaveat(caveat);
      return this.startGroup();
    }
    // An empty row in a table does not end what its header names.
    if (this.before?.columns.hasLike(first.cells)) {
      this.header = this.before.header;
      this.columns = this.before.columns;
      this.startGroup();
    }
    this.write(first);
  }

  private write(row: TableRow): void {
    const text = textOf(row);
    const tokens = tokensOf(text);
    if (this.header !== null && this.group.rows > 0) {
      const isPageFull = this.characters + text.length > PAGE_CHARACTERS;
      const isFull = this.group.tokens + tokens > MAX_PASSAGE_TOKENS;
      if (isPageFull) this.breakPage();
      if (isPageFull || (isFull && tokensOf(textOf(this.header)) < HEADER_SHARE * MAX_PASSAGE_TOKENS))
        this.startGroup();
    }
    this.push(text, row.caveats, false, row.cells.filter(Boolean).length > 1);
    this.columns.add(row.cells);
    this.group.rows += 1;
    this.group.tokens += tokens;
    // A notice ends a table: the rows after it need their header again.
    if (
      this.builder.pages
        .at(-1)!
        .slice(-2)
        .some(({ kind }) => NOTICE_KIND.test(kind))
    )
      this.group.tokens = Infinity;
  }

  private startGroup(): void {
    const text = textOf(this.header!);
    this.push(text, [], true);
    this.group = { rows: 0, tokens: tokensOf(text) };
  }

  private push(text: string, caveats: readonly Caveat[] = [], isNamed = false, isWhole = true): void {
    const marks = { ...(isNamed && { header: true as const }), ...(isWhole && { isWhole: true as const }) };
    this.builder.add({ kind: 'table_row', text, caveats, ...marks });
    this.characters += text.length + 1;
  }

  private breakPage(): void {
    this.builder.breakPage();
    this.characters = 0;
    const { length } = this.builder.pages;
    if (length > this.maxPages) throw new ExtractionError('too_many_pages', `${length} pages`);
  }
}

/** Which columns of a table have numbers, and which have words. */
class ColumnKinds {
  private readonly kinds: ('number' | 'word' | 'both' | undefined)[] = [];

  add(cells: readonly string[]): void {
    cells.forEach((cell, i) => {
      const kind = kindOf(cell);
      if (kind) this.kinds[i] = this.kinds[i] === undefined || this.kinds[i] === kind ? kind : 'both';
    });
  }

  /** Whether a row has values in exactly these columns, and of the same kinds. */
  hasLike(cells: readonly string[]): boolean {
    const width = Math.max(cells.length, this.kinds.length);
    return Array.from({ length: width }, (_, i) => [kindOf(cells[i] ?? ''), this.kinds[i]] as const).every(
      ([kind, own]) => kind === own || (kind !== undefined && own === 'both'),
    );
  }
}

function kindOf(cell: string): 'number' | 'word' | undefined {
  if (cell === '') return undefined;
  return /^[-+±<>≤≥~]?\s*\d/.test(cell) ? 'number' : 'word';
}

const NOTICE_KIND = /^(?:warning|caution|note)$/;

function textOf({ cells }: TableRow): string {
  return cells.slice(0, cells.findLastIndex(Boolean) + 1).join(' | ');
}

function tokensOf(text: string): number {
  return text.match(WORD_PIECE)?.length ?? 0;
}
