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
import { limitsIn, statementsIn } from './part-statements.js';
import type { Part, PartLegend, PartRelation } from './part.types.js';

export type PartPage = TaskPage;

const FIGURE = /(?<![\p{L}\p{N}])FIG(?:URE|\.)?\s{1,3}(\d{1,4}[A-Z]?(?:-\d{1,3}[A-Z]?)?)(?![\w-])/iu;
const MAX_LABEL = 160;
const ATTACHING = /(?<![A-Z])ATTACHING PARTS?(?![A-Z])/i;
const END_OF_ATTACHING = /^[-–—\s]*\*[-–—*\s]*$/;
/** Text below a row that belongs to it. */
const REMARK = /^\(|^(?:SEE|REFER TO|FOR|USED|MATCHED|ORDER|NOTE)\b/;
const MAX_TEXT = 4_000;
const MAX_RELATIONS_OF_ROW = 20;

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
  private position = 0;
  private open: { part: Part; inForce: Effectivity[] } | null = null;
  private done: Part[] = [];
  private relations: PartRelation[] = [];
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
      this.legendReader.enter(block, page.page_number);
      this.enterBlock(page, block, inForce);
    }
    this.close(page);
    this.effectivity = reach.state;
    const { done: parts, relations } = this;
    [this.done, this.relations] = [[], []];
    return { parts, relations };
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
    const isOfRow = this.open !== null && block.kind === 'paragraph' && this.belongsToRow(block.text);
    if (isOfRow) return this.extend(page, block);
    this.close(page);
    if (this.enterMark(block.text)) return;
    if (block.kind === 'heading' || block.kind === 'figure' || FIGURE.test(block.text.slice(0, MAX_LABEL)))
      this.enterTitle(page, block);
    // A head counts up to the next heading, also on the pages after it.
    if (block.kind === 'heading') this.columns = null;
  }

  private enterRow(page: PartPage, block: PageBlock, inForce: Effectivity[]): void {
    const cells = cellsOf(block);
    const head = columnsOf(cells);
    if (head) {
      this.close(page);
      this.columns = head;
      return;
    }
    const labelled = readLabelledRow(cells);
    if (labelled) return this.begin(page, block, labelled, inForce);
    if (!this.columns || this.enterMark(cells.join(' ').trim())) return;
    const fields = readRow(cells, this.columns);
    const filled = cells.filter((cell) => cell !== '').length;
    if (fields.number !== null || fields.item !== null || filled >= Math.max(3, this.columns.length - 1))
      this.begin(page, block, fields, inForce);
    else if (this.open) this.extend(page, block);
  }

  private begin(page: PartPage, block: PageBlock, fields: PartFields, inForce: Effectivity[]): void {
    this.close(page);
    const { figure, ata, ...title } = this.figure;
    if (fields.figure !== null && fields.figure !== figure) {
      this.assemblies.reset();
      this.figure = { ...this.figure, figure: fields.figure };
    }
    const part: Part = {
      ...{ position: this.position, ata: ataAt(page, block) ?? ata, ...title, ...fields },
      figure: fields.figure ?? figure,
      attaching: fields.attaching || this.attaching,
      assemblies: this.assemblies.enter(this.position, fields.item?.split(' ')[0] ?? null, fields.indenture),
      condition: 0,
      ...{ page_number: page.page_number, start: block.start, end: block.end, text: block.text },
    };
    this.position += 1;
    this.open = { part, inForce };
  }

  private extend(page: PartPage, { end }: PageBlock): void {
    const { part } = this.open!;
    if (end - part.start > MAX_TEXT) return;
    part.end = end;
    part.text = page.text.slice(part.start, end);
  }

  private close({ page_number }: PartPage): void {
    if (!this.open) return;
    const { part, inForce } = this.open;
    this.open = null;
    part.condition = this.conditions.add(part, inForce);
    this.done.push(part);
    if (part.number === null) return;
    for (const one of statementsIn(part.text, part.number).slice(0, MAX_RELATIONS_OF_ROW)) {
      const { kind, one: first, other, text, condition } = one;
      const place = { page_number, start: part.start + one.start, end: part.start + one.end };
      this.relations.push({ position: part.position, kind, one: first, other, text, condition, ...place });
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
    const number = this.open!.part.number ?? '';
    return REMARK.test(text) || statementsIn(text, number).length > 0 || limitsIn(text).length > 0;
  }

  private enterTitle({ page_number }: PartPage, { kind, text, caption }: PageBlock): void {
    const match = FIGURE.exec(text.slice(0, MAX_LABEL));
    const ata = kind === 'heading' ? ataOfHeading(text) : null;
    if (!match) {
      if (ata !== null) this.beginFigure(null, null, ata);
      return;
    }
    const [whole, number] = match as unknown as [string, string];
    const after = text.slice(match.index + whole.length).replace(/^[\s.:,–—-]+/, '');
    const isNamed = kind === 'heading' || kind === 'figure';
    const title = isNamed ? (caption?.title ?? after) || null : null;
    const isSame = number === this.figure.figure && (ata === null || ata === this.figure.ata);
    if (!isSame) this.beginFigure(number, title, ata ?? this.figure.ata);
    this.figure.figure_title ??= title;
    if (kind === 'figure') this.figure.figure_page ??= page_number;
  }

  private beginFigure(figure: string | null, figure_title: string | null, ata: string | null): void {
    this.figure = { figure, figure_title, figure_page: null, ata };
    this.attaching = false;
    this.assemblies.reset();
  }
}

function ataAt({ passages }: PartPage, { start, end }: PageBlock): string | null {
  return passages.find((passage) => passage.start < end && passage.end > start && passage.facts.ata)?.facts.ata ?? null;
}
