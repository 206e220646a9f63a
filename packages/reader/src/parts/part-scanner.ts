import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { PageBlock } from '../document/document.types.js';
import { ataOfHeading } from '../facts/ata.js';
import { EffectivityReach, INITIAL_EFFECTIVITY, type EffectivityState } from '../facts/effectivity-reach.js';
import { runningRows } from '../facts/page-facts.js';
import { cellsOf } from '../facts/table-columns.js';
import type { TaskPage } from '../tasks/task.types.js';
import { Assemblies } from './assemblies.js';
import { columnsOf, continuedNumber, doubtfulCells, isSymbol, type PartColumn } from './part-columns.js';
import { ConditionTable } from './part-conditions.js';
import { isLegendHead, PartLegendReader } from './part-legend.js';
import { isShortNumber } from './part-number.js';
import { readLabelledRow, readRow, type PartFields } from './part-row.js';
import { PartRelations, SUCCESSOR, type RelatedRow } from './part-relations.js';
import { FIGURE, figureIn, MAX_LABEL, mentionIn, OTHER_TITLE, plainFigure } from './part-titles.js';
import { isAboutAnother, isLimitAlone, limitsIn } from './part-statements.js';
import type { Part, PartLegend, PartRelation } from './part.types.js';
import { RowLimits } from './row-limits.js';

export type PartPage = TaskPage;

/** Rows with what they say about other part numbers. */
export interface FoundRows {
  parts: Part[];
  relations: PartRelation[];
}

/** A row that further lines can belong to. */
interface OpenRow extends RelatedRow {
  inForce: Effectivity[];
  /** Head of its old part numbers. */
  oldNumbers: string | null;
}

/** Heads of tables that are no parts lists. */
const OTHER_HEAD = /^(?:CODE|TOOL|TORQUE|MATERIAL|VENDOR|CAGE|DATE|TITLE|TASK|SUBJECT|STEP|LIMIT|VALUE)S?\b/iu;
const ATTACHING = /(?<![A-Z])ATTACHING PARTS?(?![A-Z])/i;
const END_OF_ATTACHING = /^[-–—\s]*\*[-–—*\s]*$/;
/** Text below a row that belongs to it. */
const REMARK = /^\(|^(?:SEE|REFER TO|FOR|USED|MATCHED|ORDER|NOTE)\b/;
const MAX_TEXT = 4_000;
/** A few milliseconds. */
const BLOCKS_AT_ONCE = 50;
/** A line that can be the end of the number above it. */
const REST = /^\s*-\d{1,3}[A-Z]?\s*$/u;
/** A cell that can be the end of the number above it, although the row has further cells. */
const DASH_NUMBER = /^[-\u2010-\u2015\u2212]?\d{1,4}[A-Z]?$/u;
/** Heads of bulletins, where the replacement depends on the bulletin. */
const NEW_NUMBER = /^\s*NEW\b/iu;

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
  /** Whether the tables up to the next title are of tools, torques and the like, whose numbers are no parts. */
  private isOther = false;
  /** Whether a line above can be the caption of another figure: a head below it then begins one without a number. */
  private isDoubtful = false;
  /** The last item, as a number. */
  private lastItem = 0;
  /** Head of the old part numbers of a bulletin: whether they are replaced depends on the bulletin. */
  private oldNumbers: string | null = null;
  private readonly limits = new RowLimits();
  /** Counts figures. */
  private figureCount = 0;
  /** Level of the heading of the figure that the blocks are in; null outside of one. */
  private figureLevel: number | null = null;
  private position = 0;
  private open: OpenRow | null = null;
  /** The last row of the page before, whose words can go on. */
  private carried: OpenRow | null = null;
  private done: Part[] = [];
  private readonly relations = new PartRelations();
  private readonly assemblies = new Assemblies();
  private readonly conditions = new ConditionTable();
  private readonly legendReader = new PartLegendReader();

  /** @returns the rows of the page, and what they say about other part numbers */
  enterPage(page: PartPage): FoundRows {
    const steps = this.stepsOf(page);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return step.value;
  }

  /** {@link enterPage} in steps, between which the caller can let other work run. */
  *stepsOf(page: PartPage): Generator<void, FoundRows> {
    const reach = new EffectivityReach(this.effectivity, page.page_number);
    reach.enterPage(runningRows(page));
    for (const [index, block] of page.blocks.entries()) {
      if (index % BLOCKS_AT_ONCE === BLOCKS_AT_ONCE - 1) yield;
      if (block.kind === 'heading') this.level = block.level ?? 1;
      const inForce = reach.enter(block, this.level);
      this.enterBlock(page, block, this.limits.enter(block, page.page_number, inForce));
      this.legendReader.enter(block, page.page_number, this.figureLevel === null ? null : this.figureCount);
    }
    this.releaseCarried();
    if (this.open) this.limit(this.open);
    [this.carried, this.open] = [this.open, null];
    this.effectivity = reach.state;
    return { parts: this.takeDone(), relations: this.relations.take() };
  }

  /** After the last page: its last row, and relations with numbers that the rows do not print in full. */
  complete(): FoundRows {
    this.releaseCarried();
    return { parts: this.takeDone(), relations: this.relations.complete() };
  }

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
    if (isLimit && REMARK.test(block.text)) return this.enterLimit();
    if (block.kind === 'paragraph' && REST.test(block.text)) this.cut(block.text);
    const isOfRow = this.open !== null && block.kind === 'paragraph' && this.belongsToRow(block.text);
    if (isOfRow) return this.extend(page, block);
    this.close();
    if (this.enterMark(block.text)) return;
    const isTitle = block.kind === 'heading' || block.kind === 'figure';
    if (isTitle) this.releaseCarried();
    const isOther = OTHER_TITLE.test(block.text.trim());
    const mention = mentionIn(block.text);
    const isBegin = isTitle || mention === 'caption';
    if (isBegin || isOther) this.isOther = isOther;
    if (isBegin) this.isDoubtful = false;
    else if (mention === 'doubtful' && figureIn(block.text) !== this.figure.figure) this.isDoubtful = true;
    if (isOther && !isTitle) this.endTable();
    else if (isBegin) this.enterTitle(page, block);
    else if (this.carried && this.belongsToRow(block.text)) this.goOn(page, block);
    else this.isInterrupted = true;
    // A head counts up to the next heading, also on the pages after it.
    if (block.kind === 'heading') this.columns = null;
  }

  private enterRow(page: PartPage, block: PageBlock, inForce: Effectivity[]): void {
    const cells = cellsOf(block);
    const head = columnsOf(cells);
    if (head && this.isOther) return;
    if (this.isDoubtful && (head || isLegendHead(cells))) this.beginDoubtful();
    if (head) {
      this.close();
      if (!this.columns) this.limits.beginTable();
      this.columns = head;
      const hasNew = cells.some((cell) => NEW_NUMBER.test(cell));
      this.oldNumbers = hasNew ? (cells[head.indexOf('predecessor')] ?? null) : null;
      this.isInterrupted = false;
      return;
    }
    const labelled = readLabelledRow(cells);
    if (labelled) return this.begin(page, block, labelled, inForce, null);
    if (!this.columns || this.enterMark(cells.join(' ').trim())) return;
    const filled = cells.filter((cell) => cell !== '').length;
    if (block.header === true || (filled > 1 && cells.some((cell) => OTHER_HEAD.test(cell)) && !/\d/.test(block.text)))
      return this.endTable();
    if (isLimitAlone(block.text)) return this.enterLimit();
    const fields = readRow(cells, this.columns);
    if (this.isInterrupted) {
      const isOfTable = this.columns.includes('item') ? fields.item !== null : cells.length === this.columns.length;
      if (!isOfTable || fields.number === null || fields.nomenclature === null) return this.close();
      // The items of another table begin again.
      const isNewFigure = fields.figure !== null && fields.figure !== this.figure.figure;
      if ((itemOf(fields) < this.lastItem && !isNewFigure) || isShortNumber(fields.number)) return this.endTable();
      this.isInterrupted = false;
    }
    const isBelow = this.open !== null || this.carried !== null;
    // A cell alone can be the rest of the number above.
    const isAlone = isBelow && filled === 1;
    const short = fields.number !== null && isShortNumber(fields.number) ? fields.number : null;
    const isRest = isBelow && fields.item === null && short !== null;
    const isNumber = fields.number !== null && !isAlone && !isRest;
    const isItem = fields.item !== null && !(isAlone && cells.length !== this.columns.length);
    const rest = continuedNumber(cells, this.columns);
    if (isNumber || isItem || filled >= Math.max(3, this.columns.length - 1)) {
      if (isBelow && fields.item === null && rest !== null && DASH_NUMBER.test(rest)) this.cut(rest);
      // A few digits are a number only in a row that is understood.
      const isLost = short !== null && (fields.item === null || fields.nomenclature === null);
      const read = isLost ? { ...fields, number: null, is_partial: true } : fields;
      return this.begin(page, block, read, inForce, cells);
    }
    if (rest !== null) this.cut(rest);
    const row = this.open ?? this.carried;
    if (row && cells.some((cell) => isSymbol(cell.toUpperCase()))) row.isDoubtful = true;
    if (this.open) this.extend(page, block);
    else if (this.carried) this.goOn(page, block);
  }

  private endTable(): void {
    this.close();
    this.columns = null;
  }

  /** It can be that of the row above, and of all rows below: neither is known. */
  private enterLimit(): void {
    if (this.open) this.open.part.is_partial = true;
    this.limitCarried();
    this.close();
    this.limits.isOpen = true;
  }

  /** A line that continues the last row of the page before. Its place is on this page. */
  private goOn({ page_number }: PartPage, { text, start }: PageBlock): void {
    if (this.limits.takeOwn().length > 0 || limitsIn(text).length > 0) this.limitCarried();
    this.carried!.lines.push({ text, page_number, start });
  }

  /** The next line has what can be the rest of the number of the row: neither the part nor its number is known then. */
  private cut(rest: string): void {
    const row = this.open ?? this.carried;
    if (!row) return;
    row.rest ??= rest;
    row.part.number = null;
    if (this.open) row.part.is_partial = true;
    else this.limitCarried();
  }

  /** A line on the next page limits the row in a way that its place does not show. */
  private limitCarried(): void {
    if (!this.carried) return;
    this.carried.part.is_partial = true;
    this.limit(this.carried);
  }

  private limit({ part, inForce }: OpenRow): void {
    part.condition = this.conditions.add(part, inForce, this.legendScope);
  }

  private releaseCarried(): void {
    if (this.carried) this.finish(this.carried);
    this.carried = null;
  }

  private takeDone(): Part[] {
    const { done } = this;
    this.done = [];
    return done;
  }

  /** @param row its cells; null for one whose cells have labels */
  private begin(
    page: PartPage,
    block: PageBlock,
    all: PartFields,
    inForce: Effectivity[],
    row: readonly string[] | null,
  ): void {
    this.close();
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
    this.lastItem = itemOf(fields);
    const cells = [
      { cell: successor, words: SUCCESSOR },
      { cell: predecessor, words: 'REPLACES ' },
    ].flatMap(({ cell, words }) => (cell === null ? [] : [{ cell, words }]));
    const columns = this.columns ?? [];
    const isDoubtful = row !== null && doubtfulCells(row, columns).some((cell) => !isAboutAnother(cell));
    const written = fields.number ?? (row?.length === columns.length ? (row[columns.indexOf('number')] ?? null) : null);
    this.open = {
      ...{ part, inForce, cells, isOpen, isDoubtful, written, rest: null, lines: [] },
      oldNumbers: this.oldNumbers,
    };
  }

  private extend(page: PartPage, { end }: PageBlock): void {
    const { part, inForce } = this.open!;
    inForce.push(...this.limits.takeOwn());
    if (end - part.start > MAX_TEXT) {
      this.open!.isOpen = true;
      return void (part.is_partial = true);
    }
    part.end = end;
    part.text = page.text.slice(part.start, end);
  }

  private close(): void {
    if (!this.open) return;
    this.limit(this.open);
    this.finish(this.open);
    this.open = null;
  }

  private finish(row: OpenRow): void {
    this.done.push(row.part);
    this.relations.enter(row, row.oldNumbers);
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

  /** Neither the figure above nor the one that the line mentions is known to be that of the rows below. */
  private beginDoubtful(): void {
    this.close();
    this.releaseCarried();
    this.isDoubtful = false;
    if (this.figureCount === 0) this.beginScope(this.level);
    this.beginFigure(null, null, this.figure.ata);
  }

  private beginFigure(figure: string | null, figure_title: string | null, ata: string | null): void {
    this.figure = { figure, figure_title, figure_page: null, ata };
    // What precedes the first figure counts for all.
    if (figure !== null || this.figureCount > 0) this.beginScope(this.level);
    this.attaching = false;
    this.lastItem = 0;
    this.assemblies.reset();
  }
}

function ataAt({ passages }: PartPage, { start, end }: PageBlock): string | null {
  return passages.find((passage) => passage.start < end && passage.end > start && passage.facts.ata)?.facts.ata ?? null;
}

function itemOf({ item }: Pick<PartFields, 'item'>): number {
  return Number(/\d+/u.exec(item ?? '')?.[0] ?? 0);
}
