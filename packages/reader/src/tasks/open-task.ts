import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { PageBlock } from '../document/document.types.js';
import { numberOf } from '../facts/page-facts.js';
import { stepMarker } from '../notices/markers.js';
import { TaskSections } from './task-sections.js';
import type { TaskStart, TaskStyle } from './task-start.js';
import type { InheritedNotice, Task, TaskPage, TaskPart, TaskPartKind } from './task.types.js';

/** First cell of the header of a table of steps. */
const STEP_COLUMN = /^(?:STEP|Step)s?(?: N(?:O|o)\.?)?(?: \||$)/;
const ROW_NUMBER = /^(\d{1,3}[A-Za-z]?)\.? \| /;
const MAX_TITLE = 300;
/** Bounds of a task; those of real manuals have hundreds of parts. A longer text is not stored at all, rather than cut. */
const MAX_PARTS = 20_000;
const MAX_CHARACTERS = 10_000_000;

/** A heading with its number as printed. */
export interface SectionMarker {
  level: number;
  marker: string | null;
}

/** A task whose end is not found yet. */
export class OpenTask {
  readonly style: TaskStyle;
  readonly number: string;
  private title: string;
  private readonly parts: TaskPart[] = [];
  private readonly inherited = new Map<string, InheritedNotice>();
  private readonly sections = new TaskSections();
  private headings: SectionMarker[] = [];
  private steps: { level: number; marker: string }[] = [];
  private isStepTable = false;
  private characters = 0;

  constructor(
    start: TaskStart,
    private readonly ata: string | null,
    /** Depth of its heading. */
    readonly level: number,
    /** The sections around it. */
    readonly around: readonly SectionMarker[],
  ) {
    this.style = start.style;
    this.number = start.number;
    this.title = start.title;
  }

  /** Whether it exceeds the bounds of a task. What follows is not kept. */
  get isTooLong(): boolean {
    return this.parts.length > MAX_PARTS || this.characters > MAX_CHARACTERS;
  }

  add(page: TaskPage, block: PageBlock, inForce: Effectivity[]): void {
    if (this.isTooLong) return;
    this.characters += inForce.reduce((sum, one) => sum + one.text.length + one.value.length, block.text.length);
    const isFirst = this.parts.length === 0;
    const section = isFirst ? null : this.sections.enter(block);
    const isTitle = isFirst || this.isTitle(block);
    const own = isTitle ? ({ kind: 'title' } as const) : this.described(block);
    if (isTitle && !isFirst) this.title = block.text.slice(stepMarker(block.text)?.length ?? 0).trim();
    const passages = passagesIn(page, block);
    const quantities = passages
      .flatMap(({ facts }) => facts.quantities ?? [])
      .filter(({ start, end }) => start >= block.start && end <= block.end);
    const { text, start, end, continued } = block;
    this.parts.push({
      ...own,
      ...{ text, page_number: page.page_number, start, end },
      ...(section && { section }),
      ...(continued && { continued }),
      ...(inForce.length > 0 && { effectivity: inForce }),
      ...(quantities.length > 0 && { quantities: [...new Map(quantities.map((one) => [one.start, one])).values()] }),
    });
    for (const { notices } of passages) for (const notice of notices) this.inherit(notice);
  }

  task(): Task {
    const first = this.parts[0]!;
    const last = this.parts.at(-1)!;
    return {
      number: this.number,
      title: this.title,
      ata: this.ata,
      ...{ first_page: first.page_number, last_page: last.page_number, start: first.start, end: last.end },
      effectivity: this.effectivity(),
      parts: this.parts,
      inherited: [...this.inherited.values()],
    };
  }

  /** The line below a number that stands alone. */
  private isTitle({ kind, text }: PageBlock): boolean {
    return (
      this.title === '' && this.parts.length === 1 && /^(?:heading|paragraph)$/.test(kind) && text.length <= MAX_TITLE
    );
  }

  /** Whether it has text that one can work by. */
  get hasContent(): boolean {
    return this.parts.some(({ kind }) => kind !== 'title' && kind !== 'heading');
  }

  /** Whether it is yet only its number and title. */
  get isBegun(): boolean {
    return this.parts.every(({ kind }) => kind === 'title');
  }

  /** Whether a task named here is likelier one to refer to: in a list of references, or after `Do this task:`. */
  get expectsMention(): boolean {
    return this.sections.isOfReferences || /:\s*$/.test(this.parts.at(-1)?.text ?? '');
  }

  /**
   * The statements in force before the first section or step, unless others replace them: later ones belong to a part. Of a task without
   * steps, those before its text.
   */
  private effectivity(): Effectivity[] {
    const parts = this.parts.slice(1);
    const firstStep = parts.findIndex(({ kind }) => kind === 'step' || kind === 'heading');
    const at = firstStep >= 0 ? firstStep : parts.findIndex((part) => !isBeforeText(part));
    const head = this.parts.slice(0, at < 0 ? undefined : at + 1).at(-1)!;
    const after = at < 0 ? [] : parts.slice(at);
    const isReplaced = (one: Effectivity): boolean =>
      after.some(({ effectivity = [] }) => {
        const others = effectivity.filter(({ reach }) => reach === one.reach);
        return others.length > 0 && !others.some(({ value }) => value === one.value);
      });
    return (head.effectivity ?? []).filter((one) => one.reach !== 'block' && !isReplaced(one));
  }

  private described(block: PageBlock): { kind: TaskPartKind; label?: string; level?: number } {
    const { kind, text } = block;
    if (kind === 'heading') return this.enterHeading(block);
    if (kind === 'table_row') return this.enterRow(block);
    this.isStepTable &&= kind !== 'paragraph';
    if (kind !== 'list_item') return { kind: kind === 'paragraph' ? 'text' : kind };
    const marker = numberOf(text);
    if (marker === null) return { kind: 'text' };
    const level = block.level ?? 1;
    this.steps = [...this.steps.filter((step) => step.level < level), { level, marker }];
    return { kind: 'step', label: labelOf([...this.headings, ...this.steps]), level: this.steps.length };
  }

  private enterHeading({ level = 1, text }: PageBlock): { kind: TaskPartKind; label?: string } {
    const marker = numberOf(text);
    this.headings = [...this.headings.filter((heading) => heading.level < level), { level, marker }];
    this.steps = [];
    this.isStepTable = false;
    return { kind: 'heading', ...(marker !== null && { label: labelOf(this.headings) }) };
  }

  /** Rows of task cards can be steps. */
  private enterRow({ text, header }: PageBlock): { kind: TaskPartKind; label?: string; level?: number } {
    if (header === true || STEP_COLUMN.test(text)) this.isStepTable = STEP_COLUMN.test(text);
    const label = this.isStepTable ? ROW_NUMBER.exec(text)?.[1] : undefined;
    return label === undefined ? { kind: 'table_row' } : { kind: 'step', label, level: 1 };
  }

  private inherit({ kind, text, page_number, start, end }: Omit<InheritedNotice, 'part'>): void {
    const first = this.parts[0]!;
    const isInside = page_number > first.page_number || (page_number === first.page_number && start >= first.start);
    const key = `${page_number} ${start}`;
    if (!isInside && !this.inherited.has(key))
      this.inherited.set(key, { kind, text, page_number, start, end, part: this.parts.length - 1 });
  }
}

/** Markers joined, outermost first. One that repeats those before (`2.`, `2.1`) stands alone. */
function labelOf(path: readonly { marker: string | null }[]): string {
  return path.reduce((before, { marker }) => {
    const stem = before.replace(/\.$/, '');
    return stem !== '' && marker?.startsWith(`${stem}.`) ? marker : before + (marker ?? '');
  }, '');
}

/** Titles, notices and statements on lines without other words. */
function isBeforeText({ kind, page_number, start, end, effectivity = [] }: TaskPart): boolean {
  if (kind !== 'text') return /^(?:title|warning|caution|note)$/.test(kind);
  return effectivity.some(
    (one) => one.reach === 'section' && one.page_number === page_number && one.start >= start && one.end <= end,
  );
}

/** The passages that overlap a block, which are in the order of the text. */
function passagesIn({ passages }: TaskPage, { start, end }: PageBlock): TaskPage['passages'] {
  let [low, high] = [0, passages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passages[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  let after = low;
  while (after < passages.length && passages[after]!.start < end) after += 1;
  return passages.slice(low, after);
}
