import type { Effectivity, FigureMention, PassageFacts, Quantity } from '@amks/language/facts/passage-facts.js';
import type { ExtractedPage, ExtractedPassage, PageBlock } from '../document/document.types.js';
import { stepMarker } from '../notices/markers.js';
import { ataOfHeading, ataOfRunning, ataOfTask, isWithin, taskOf } from './ata.js';
import { EffectivityReach, INITIAL_EFFECTIVITY, type EffectivityState } from './effectivity-reach.js';
import { captionOf, findFigures } from './figures.js';
import { numberStyle, type NumberStyle } from '@amks/language/quantities/numbers.js';
import { findQuantities } from '@amks/language/quantities/quantities.js';
import { TableColumns } from './table-columns.js';

/** What the facts of a page depend on from earlier pages. Plain JSON. */
export interface FactsState {
  number_style: NumberStyle;
  /** Headings in force at the end of the page, outermost first. */
  headings: { level: number; marker?: string; ata?: string; page_number: number }[];
  task: { number: string; level: number } | null;
  steps: { level: number; marker: string }[];
  running_ata: string | null;
  columns: string[] | null;
  effectivity: EffectivityState;
}

export const INITIAL_FACTS: FactsState = {
  number_style: null,
  headings: [],
  task: null,
  steps: [],
  running_ata: null,
  columns: null,
  effectivity: INITIAL_EFFECTIVITY,
};

/** Headings deeper than this are steps. */
const MAX_DEPTH = 12;

interface BlockContext extends Pick<PassageFacts, 'ata' | 'task' | 'step' | 'columns'> {
  block: PageBlock;
  effectivity: Effectivity[];
}

export function describePage(
  page: ExtractedPage,
  passages: readonly ExtractedPassage[],
  state: FactsState,
  language: string | null,
): { page: ExtractedPage; facts: PassageFacts[]; state: FactsState } {
  const reader = new PageReader(page, state, language);
  const contexts = page.blocks.map((_, i) => reader.enter(i));
  const quantities = page.blocks.flatMap(({ text, start }) => findQuantities(text, reader.numberStyle, start));
  const figures = page.blocks.flatMap(figuresOf);
  const facts = passages.map((passage) => passageFacts(passage, contexts, quantities, figures));
  return { page: { ...page, blocks: page.blocks.map(withCaption) }, facts, state: reader.state };
}

function passageFacts(
  { start, end, kind }: ExtractedPassage,
  contexts: readonly BlockContext[],
  quantities: readonly Quantity[],
  figures: readonly FigureMention[],
): PassageFacts {
  const overlaps = (one: { start: number; end: number }) => one.start < end && one.end > start;
  const inside = contexts.filter(({ block }) => overlaps(block));
  const main = inside.find(({ block }) => block.kind !== 'heading') ?? inside.at(-1);
  const row = inside.find(({ columns }) => columns !== undefined);
  const effectivity = [
    ...new Map(inside.flatMap((one) => one.effectivity.map((statement) => [keyOf(statement), statement]))).values(),
  ];
  const own = { quantities: quantities.filter(overlaps), figures: figures.filter(overlaps), effectivity };
  return {
    ...(own.quantities.length > 0 && { quantities: own.quantities }),
    ...(own.effectivity.length > 0 && { effectivity }),
    ...(own.figures.length > 0 && { figures: own.figures }),
    ...(main?.ata !== undefined && { ata: main.ata }),
    ...(main?.task !== undefined && { task: main.task }),
    ...(main?.step !== undefined && { step: main.step }),
    ...(row && kind === 'text' && { columns: row.columns! }),
  };
}

function keyOf({ page_number, start, reach }: Effectivity): string {
  return `${page_number} ${start} ${reach}`;
}

function figuresOf({ kind, text, start }: PageBlock): FigureMention[] {
  const mentions = findFigures(text, start);
  const caption = kind === 'figure' ? captionOf(text) : null;
  const [first, ...others] = mentions;
  if (!caption || first?.start !== start) return mentions;
  const title = caption.title === '' ? {} : { title: caption.title };
  const sheet = caption.sheet === undefined ? {} : { sheet: caption.sheet };
  return [{ ...first, number: caption.number, ...sheet, ...title, caption: true }, ...others];
}

function withCaption(block: PageBlock): PageBlock {
  const caption = block.kind === 'figure' ? captionOf(block.text) : null;
  return caption ? { ...block, caption } : block;
}

class PageReader {
  readonly numberStyle: NumberStyle;
  private readonly effectivity: EffectivityReach;
  private readonly columns: TableColumns;
  private readonly runningAta: string | null;
  private headings: FactsState['headings'];
  private task: FactsState['task'];
  private steps: FactsState['steps'];

  constructor(
    private readonly page: ExtractedPage,
    before: FactsState,
    language: string | null,
  ) {
    const running = runningRows(page);
    this.numberStyle = numberStyle(page.text, language, before.number_style);
    this.effectivity = new EffectivityReach(before.effectivity, page.page_number);
    this.effectivity.enterPage(running);
    this.columns = new TableColumns(before.columns);
    this.runningAta = ataOfRunning(running.map(({ text }) => text)) ?? before.running_ata;
    this.headings = before.headings;
    this.task = before.task;
    this.steps = before.steps;
  }

  get state(): FactsState {
    return {
      number_style: this.numberStyle,
      headings: this.headings,
      task: this.task,
      steps: this.steps,
      running_ata: this.runningAta,
      columns: this.columns.state,
      effectivity: this.effectivity.state,
    };
  }

  enter(i: number): BlockContext {
    const block = this.page.blocks[i]!;
    if (block.kind === 'heading') this.enterHeading(block);
    else if (block.kind === 'list_item') this.enterStep(block);
    const number = block.kind === 'heading' ? null : taskOf(block.text);
    if (number !== null) this.task = { number, level: (this.headings.at(-1)?.level ?? 0) + 1 };
    const columns = this.columns.enter(this.page.blocks, i);
    const step = this.stepOf(block);
    const ata = this.ata();
    return {
      block,
      effectivity: this.effectivity.enter(block, this.headings.at(-1)?.level ?? 0),
      ...(ata !== null && { ata }),
      ...(this.task && { task: this.task.number }),
      ...(step.length > 0 && { step }),
      ...(columns && { columns }),
    };
  }

  private enterHeading(block: PageBlock): void {
    const { text, identifiers = [] } = block;
    const level = Math.min(block.level ?? 1, MAX_DEPTH);
    const task = taskOf(text);
    if (task !== null) this.task = { number: task, level };
    else if (this.task && level <= this.task.level) this.task = null;
    const ata = ataOfHeading(text) ?? identifiers.find((identifier) => /^\d\d-\d\d(?:-\d\d)?$/.test(identifier));
    const marker = numberOf(text);
    this.headings = this.headings.filter((heading) => heading.level < level);
    this.headings.push({ level, page_number: this.page.page_number, ...(ata && { ata }), ...(marker && { marker }) });
    this.steps = [];
  }

  private enterStep({ text, level = 1 }: PageBlock): void {
    const marker = numberOf(text);
    if (marker === null) return;
    this.steps = [...this.steps.filter((step) => step.level < level), { level, marker }];
  }

  /** A notice precedes its step, so its step is the one around both. */
  private stepOf(block: PageBlock): string[] {
    const headings = this.headings.flatMap(({ marker }) => marker ?? []);
    const isNotice = /^(?:warning|caution|note)$/.test(block.kind) && !block.inline;
    const own = isNotice && block.level !== undefined ? numberOf(block.text) : null;
    const steps = isNotice
      ? this.steps.filter(({ level }) => level < (block.level ?? this.steps.at(-1)?.level ?? 1))
      : this.steps;
    return [...headings, ...steps.map(({ marker }) => marker), ...(own === null ? [] : [own])];
  }

  /** The ATA number of the nearest heading or task, or of a running header that names a later or more specific subject. */
  private ata(): string | null {
    const heading = this.headings.findLast(({ ata }) => ata !== undefined);
    const task = this.task && ataOfTask(this.task.number);
    const named = task ?? heading?.ata ?? null;
    const running = this.runningAta;
    if (named === null || running === null) return named ?? running;
    if (isWithin(running, named) && running.length > named.length) return running;
    const isOld = (this.headings.at(-1)?.page_number ?? 0) < this.page.page_number;
    return isOld && !isWithin(named, running) ? running : named;
  }
}

/** The marker of a step or numbered title, as printed. Null for bullets. */
export function numberOf(text: string): string | null {
  const marker = stepMarker(text);
  return marker && marker.style !== '•' ? text.slice(0, marker.length).trim() : null;
}

/** Running headers and footers: rows of the text outside of its blocks. */
export function runningRows({
  text,
  blocks,
}: {
  text: string;
  blocks: readonly PageBlock[];
}): { text: string; start: number }[] {
  const first = blocks[0]?.start ?? text.length;
  const last = blocks.at(-1)?.end ?? text.length;
  const rows = (from: number, to: number) => {
    let start = from;
    return text
      .slice(from, to)
      .split('\n')
      .map((row) => {
        const placed = { text: row, start };
        start += row.length + 1;
        return placed;
      })
      .filter((row) => row.text.trim() !== '');
  };
  return [...rows(0, first), ...rows(last, text.length)];
}
