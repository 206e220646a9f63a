import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { PageBlock } from '../document/document.types.js';
import { ataOfHeading } from '../facts/ata.js';
import { EffectivityReach, INITIAL_EFFECTIVITY, type EffectivityState } from '../facts/effectivity-reach.js';
import { runningRows } from '../facts/page-facts.js';
import { cellsOf } from '../facts/table-columns.js';
import type { TaskPage } from '../tasks/task.types.js';
import { Assemblies } from './assemblies.js';
import { columnsOf, type PartColumn } from './part-columns.js';
import { ConditionTable } from './part-conditions.js';
import { PartLegendReader } from './part-legend.js';
import { readLabelledRow, readRow, type PartFields } from './part-row.js';
import { partCode } from '@amks/language/identifiers/part-numbers.js';
import { isAboutAnother, isLimitAlone, limitsIn, statementsIn, unclearStatement, type PartStatement } from './part-statements.js'; // prettier-ignore
import type { Part, PartLegend, PartPlace, PartRelation } from './part.types.js';
import { RowLimits } from './row-limits.js';

export type PartPage = TaskPage;

/** A cell below a head such as `REPLACED BY`, with the words that it stands for. */
interface CellStatement {
  cell: string;
  words: string;
}

const FIGURE = /(?<![\p{L}\p{N}])FIG(?:URE|\.)?\s{1,3}(\d{1,4}[A-Z]?(?:-\d{1,3}[A-Z]?)?)(?![\w-])/iu;
/** Paragraphs that only mention a figure begin none. */
const FIGURE_CAPTION = /^\s*FIG(?:URE|\.)?\s/iu;
/** Heads of tables that are no parts lists. */
const OTHER_HEAD = /^(?:CODE|TOOL|TORQUE|MATERIAL|VENDOR|CAGE|DATE|TITLE|TASK|SUBJECT|STEP|LIMIT|VALUE)S?\b/iu;
const MAX_LABEL = 160;
const ATTACHING = /(?<![A-Z])ATTACHING PARTS?(?![A-Z])/i;
const END_OF_ATTACHING = /^[-–—\s]*\*[-–—*\s]*$/;
/** Text below a row that belongs to it. */
const REMARK = /^\(|^(?:SEE|REFER TO|FOR|USED|MATCHED|ORDER|NOTE)\b/;
const MAX_TEXT = 4_000;
const MAX_RELATIONS_OF_ROW = 20;
const SUCCESSOR = 'REPLACED BY ';
/** Heads of bulletins, where the replacement depends on the bulletin. */
const NEW_NUMBER = /^\s*NEW\b/iu;
/** Relations that are held back up to the end of a document. */
const MAX_GUESSES = 50_000;

/**
 * Finds the rows of parts lists in a document, whose pages must be entered in order. Rows are those below a head that names at least the
 * part number and the nomenclature, and those of S1000D parts data.
 */
export class PartScanner {
  private effectivity: EffectivityState = INITIAL_EFFECTIVITY;
  private level = 0;
  private columns: PartColumn[] | null = null;
  private figure: Pick<Part, 'figure' | 'figure_title' | 'figure_page'> & { ata: string | null } = {
    ...{ figure: null, figure_title: null, figure_page: null, ata: null },
  };
  private attaching = false;
  /** Whether words stand between the rows, so that the next rows can be those of another table. */
  private isInterrupted = false;
  /** Head of the old part numbers of a bulletin: whether they are replaced depends on the bulletin. */
  private oldNumbers: string | null = null;
  private readonly limits = new RowLimits();
  /** Counts figures. */
  private figureCount = 0;
  /** Level of the heading of the figure that the blocks are in; null outside of one. */
  private figureLevel: number | null = null;
  private position = 0;
  private open: { part: Part; inForce: Effectivity[]; cells: readonly CellStatement[]; isOpen: boolean } | null = null;
  /** The last row of the page before, whose words can go on. */
  private carried: { part: Part; inForce: Effectivity[] } | null = null;
  private done: Part[] = [];
  private relations: PartRelation[] = [];
  /** Relations with a number of which the row prints only the dash number. */
  private readonly guesses: PartRelation[] = [];
  private readonly numbers = new Set<string>();
  private readonly assemblies = new Assemblies();
  private readonly conditions = new ConditionTable();
  private readonly legendReader = new PartLegendReader();

  /** @returns the rows of the page, and what they say about other part numbers */
  enterPage(page: PartPage): { parts: Part[]; relations: PartRelation[] } {
    const reach = new EffectivityReach(this.effectivity, page.page_number);
    reach.enterPage(runningRows(page));
    for (const block of page.blocks) {
      if (block.kind === 'heading') this.level = block.level ?? 1;
      const inForce = reach.enter(block, this.level);
      this.enterBlock(page, block, this.limits.enter(block, page.page_number, inForce));
      this.legendReader.enter(block, page.page_number, this.figureLevel === null ? null : this.figureCount);
    }
    this.releaseCarried();
    const last = this.open;
    this.close(page);
    if (last) {
      this.done.pop();
      this.carried = last;
    }
    this.effectivity = reach.state;
    const { done: parts, relations } = this;
    [this.done, this.relations] = [[], []];
    return { parts, relations };
  }

  /** After the last page: its last row, and relations with numbers that the rows do not print in full, if another row has such a number. */
  complete(): { parts: Part[]; relations: PartRelation[] } {
    this.releaseCarried();
    const parts = this.done;
    this.done = [];
    return { parts, relations: this.guesses.filter(({ one, other }) => this.numbers.has(one) && this.numbers.has(other)) };
  } // prettier-ignore

  /** After the last page. */
  get legend(): PartLegend {
    return {
      conditions: this.conditions.resolved(this.legendReader),
      vendors: this.legendReader.vendorNames,
    };
  }

  private enterBlock(page: PartPage, block: PageBlock, inForce: Effectivity[]): void {
    if (block.kind === 'table_row') return this.enterRow(page, block, inForce);
    if (block.inline) return;
    const isLimit = (this.open ?? this.carried) !== null && block.kind === 'paragraph' && isLimitAlone(block.text);
    if (isLimit && REMARK.test(block.text)) return this.enterLimit(page);
    const isOfRow = this.open !== null && block.kind === 'paragraph' && this.belongsToRow(block.text);
    if (isOfRow) return this.extend(page, block);
    this.close(page);
    if (this.enterMark(block.text)) return;
    const isTitle = block.kind === 'heading' || block.kind === 'figure';
    if (isTitle) this.releaseCarried();
    if (isTitle || FIGURE_CAPTION.test(block.text)) this.enterTitle(page, block);
    else if (this.carried && this.belongsToRow(block.text)) this.goOn(page, block);
    else this.isInterrupted = true;
    // A head counts up to the next heading, also on the pages after it.
    if (block.kind === 'heading') this.columns = null;
  }

  private enterRow(page: PartPage, block: PageBlock, inForce: Effectivity[]): void {
    const cells = cellsOf(block);
    const head = columnsOf(cells);
    if (head) {
      this.close(page);
      if (!this.columns) this.limits.beginTable();
      this.columns = head;
      const hasNew = cells.some((cell) => NEW_NUMBER.test(cell));
      this.oldNumbers = hasNew ? (cells[head.indexOf('predecessor')] ?? null) : null;
      this.isInterrupted = false;
      return;
    }
    const labelled = readLabelledRow(cells);
    if (labelled) return this.begin(page, block, labelled, inForce);
    if (!this.columns || this.enterMark(cells.join(' ').trim())) return;
    const filled = cells.filter((cell) => cell !== '').length;
    if (block.header === true || (filled > 1 && cells.some((cell) => OTHER_HEAD.test(cell)) && !/\d/.test(block.text)))
      return this.endTable(page);
    if (isLimitAlone(block.text)) return this.enterLimit(page);
    const fields = readRow(cells, this.columns);
    if (this.isInterrupted) {
      const isOfTable = this.columns.includes('item') ? fields.item !== null : cells.length === this.columns.length;
      if (!isOfTable || fields.number === null || fields.nomenclature === null) return this.close(page);
      this.isInterrupted = false;
    }
    if (fields.number !== null || fields.item !== null || filled >= Math.max(3, this.columns.length - 1))
      this.begin(page, block, fields, inForce);
    else if (this.open) this.extend(page, block);
    else if (this.carried) this.goOn(page, block);
  }

  private endTable(page: PartPage): void {
    this.close(page);
    this.columns = null;
  }

  /** It can be that of the row above, and of all rows below: neither is known. */
  private enterLimit(page: PartPage): void {
    if (this.open) this.open.part.is_partial = true;
    this.limitCarried();
    this.close(page);
    this.limits.isOpen = true;
  }

  /** A line that continues the last row of the page before. Its place is on this page. */
  private goOn({ page_number }: PartPage, { text, start }: PageBlock): void {
    const { part } = this.carried!;
    if (this.limits.takeOwn().length > 0 || limitsIn(text).length > 0) this.limitCarried();
    if (part.number === null) return;
    const before = part.text.length + 1;
    for (const one of statementsIn(`${part.text}\n${text}`, part.number).slice(0, MAX_RELATIONS_OF_ROW))
      if (one.start >= before)
        this.relate(part, one, { page_number, start: start + one.start - before, end: start + one.end - before });
  }

  /** A line on the next page limits the row in a way that its place does not show. */
  private limitCarried(): void {
    if (!this.carried) return;
    const { part, inForce } = this.carried;
    part.is_partial = true;
    part.condition = this.conditions.add(part, inForce, this.legendScope);
  }

  private releaseCarried(): void {
    if (this.carried) this.done.push(this.carried.part);
    this.carried = null;
  }

  private relate({ position }: Part, one: PartStatement, place: PartPlace): void {
    const { kind, one: first, other, text, condition } = one;
    const relation = { position, kind, one: first, other, text, condition, ...place };
    if (!one.isDashNumber) this.relations.push(relation);
    else if (this.guesses.length < MAX_GUESSES) this.guesses.push(relation);
  }

  private begin(page: PartPage, block: PageBlock, all: PartFields, inForce: Effectivity[]): void {
    this.close(page);
    this.releaseCarried();
    const { successor, predecessor, isOpen, ...fields } = all;
    const before = this.figure.figure;
    if (fields.figure !== null && fields.figure !== before) {
      this.assemblies.reset();
      const isSame = before !== null && plainFigure(fields.figure) === plainFigure(before);
      if (!isSame && before !== null) this.beginScope(null);
      this.figure = {
        ...this.figure,
        figure: fields.figure,
        ...(!isSame && { figure_title: null, figure_page: null }),
      };
    }
    const { figure, ata, ...title } = this.figure;
    const part: Part = {
      ...{ position: this.position, ata: ataAt(page, block) ?? ata, ...title, ...fields },
      figure: fields.figure ?? figure,
      attaching: fields.attaching || this.attaching,
      is_partial: fields.is_partial || this.limits.isOpen,
      assemblies: this.assemblies.enter(this.position, fields.item?.split(' ')[0] ?? null, fields.indenture),
      condition: 0,
      ...{ page_number: page.page_number, start: block.start, end: block.end, text: block.text },
    };
    this.position += 1;
    const cells = [
      { cell: successor, words: SUCCESSOR },
      { cell: predecessor, words: 'REPLACES ' },
    ].flatMap(({ cell, words }) => (cell === null ? [] : [{ cell, words }]));
    this.open = { part, inForce, cells, isOpen };
  }

  private extend(page: PartPage, { end }: PageBlock): void {
    const { part, inForce } = this.open!;
    inForce.push(...this.limits.takeOwn());
    if (end - part.start > MAX_TEXT) return void (part.is_partial = true);
    part.end = end;
    part.text = page.text.slice(part.start, end);
  }

  private close({ page_number }: PartPage): void {
    if (!this.open) return;
    const { part, inForce, cells, isOpen } = this.open;
    this.open = null;
    part.condition = this.conditions.add(part, inForce, this.legendScope);
    this.done.push(part);
    if (part.number === null) return this.relateUnnamed(part);
    this.numbers.add(partCode(part.number));
    for (const one of statementsIn(part.text, part.number).slice(0, MAX_RELATIONS_OF_ROW)) {
      this.relate(part, one, { page_number, start: part.start + one.start, end: part.start + one.end });
    }
    for (const { cell, words } of cells) {
      const start = part.start + part.text.lastIndexOf(cell);
      const found = statementsIn(`${words}${cell}`, part.number);
      for (const one of found.length > 0 || words !== SUCCESSOR ? found : [unclearStatement(part.number, cell)])
        this.relate(
          part,
          { ...one, condition: one.condition ?? this.oldNumbers, text: cell },
          { page_number, start, end: start + cell.length },
        );
    }
    if (isOpen) this.relate(part, unclearStatement(part.number, part.text), part);
  }

  /** What a row of an unknown number says of others is unclear. */
  private relateUnnamed(part: Part): void {
    for (const one of statementsIn(part.text, '').slice(0, MAX_RELATIONS_OF_ROW)) {
      const { page_number, start } = part;
      const place = { page_number, start: start + one.start, end: start + one.end };
      if (one.one !== '') this.relate(part, { ...one, kind: 'unclear', other: one.one, condition: null }, place);
    }
  }

  /** Lines that begin and end attaching parts. */
  private enterMark(text: string): boolean {
    const isBegin = text.length <= MAX_LABEL && ATTACHING.test(text);
    const isEnd = END_OF_ATTACHING.test(text);
    if (isBegin) this.attaching = true;
    if (isEnd) this.attaching = false;
    return isBegin || isEnd;
  }

  private belongsToRow(text: string): boolean {
    if (text.length > MAX_LABEL * 2 || ATTACHING.test(text) || END_OF_ATTACHING.test(text)) return false;
    // What stands alone is about the rows below.
    if (isLimitAlone(text)) return false;
    return REMARK.test(text) || isAboutAnother(text) || limitsIn(text).length > 0;
  }

  private enterTitle({ page_number }: PartPage, { kind, text, caption }: PageBlock): void {
    const match = FIGURE.exec(text.slice(0, MAX_LABEL));
    const ata = kind === 'heading' ? ataOfHeading(text) : null;
    if (!match) {
      if (ata !== null) this.beginFigure(null, null, ata);
      else if (kind === 'heading' && this.level <= (this.figureLevel ?? 0)) this.figureLevel = null;
      return;
    }
    const [whole, number] = match as unknown as [string, string];
    const after = text.slice(match.index + whole.length).replace(/^[\s.:,–—-]+/, '');
    const isNamed = kind === 'heading' || kind === 'figure';
    const title = isNamed ? (caption?.title ?? after) || null : null;
    const isSame = number === this.figure.figure && (ata === null || ata === this.figure.ata);
    if (isSame) this.figureLevel = this.level;
    else this.beginFigure(number, title, ata ?? this.figure.ata);
    this.figure.figure_title ??= title;
    if (kind === 'figure') this.figure.figure_page ??= page_number;
  }

  private beginScope(level: number | null): void {
    this.figureCount += 1;
    this.figureLevel = level;
  }

  /** The figure whose legend explains its codes; null for legends that count for all. */
  private get legendScope(): number | null {
    return this.legendReader.hasOf(this.figureCount) ? this.figureCount : null;
  }

  private beginFigure(figure: string | null, figure_title: string | null, ata: string | null): void {
    this.figure = { figure, figure_title, figure_page: null, ata };
    // What precedes the first figure counts for all.
    if (figure !== null || this.figureCount > 0) this.beginScope(this.level);
    this.attaching = false;
    this.assemblies.reset();
  }
}

function ataAt({ passages }: PartPage, { start, end }: PageBlock): string | null {
  return passages.find((passage) => passage.start < end && passage.end > start && passage.facts.ata)?.facts.ata ?? null;
}

/** `01A` is a sheet or variant of figure `1`. */
function plainFigure(figure: string): string {
  return figure.replace(/^0+(?=\d)/u, '').replace(/[A-Z]$/u, '');
}
