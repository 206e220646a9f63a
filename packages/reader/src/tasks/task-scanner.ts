import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { PageBlock } from '../document/document.types.js';
import { ataOfHeading, ataOfTask } from '../facts/ata.js';
import { EffectivityReach, INITIAL_EFFECTIVITY, type EffectivityState } from '../facts/effectivity-reach.js';
import { numberOf, runningRows } from '../facts/page-facts.js';
import { follows } from '../notices/markers.js';
import { OpenTask, type SectionMarker } from './open-task.js';
import { taskStart, type TaskStart } from './task-start.js';
import type { Task, TaskPage } from './task.types.js';

/** Titles of sections inside of a task, set at any level. */
const INNER_TITLE =
  /^(?:SUBTASK|(?:job )?set-?up|(?:main )?procedure|preparation|preliminary|close-?up|closeup|requirements? after|required (?:conditions|persons)|reason for|general|tools?|fixtures?|equipment|support equipment|supplies|spares|consumables?|(?:expendable|consumable)? ?(?:parts|materials)|references?|referenced|safety|access|location|zones?|work zones|effectivity|job close|follow-?on|test|operational|functional|removal|installation|inspection|adjustment|servicing|figure|table|sheet)\b/i;
/** A sentence set as a title, such as a step in bold. */
const SENTENCE = /[.:;]\s*$|^(?:do|make|put|remove|install|use|obey|get|if|open|close|torque|examine|check)\s/i;
/** Pages of a document that can be one task as a whole. */
const MAX_WHOLE_PAGES = 200;

export interface ScanOptions {
  /** Number and title of a document that is itself a task card; null for other documents. */
  whole: { number: string; title: string } | null;
}

/**
 * Finds the tasks of a document, whose pages must be entered in order. In doubt a task reaches further: text that follows it is a
 * nuisance, a missing step an accident. Sections without task numbers count only in manuals that have no numbered tasks.
 */
export class TaskScanner {
  private effectivity: EffectivityState = INITIAL_EFFECTIVITY;
  private headings: SectionMarker[] = [];
  private open: OpenTask | null = null;
  private done: Task[] = [];
  private subjects: Task[] = [];
  private hasNumbered = false;
  private whole: OpenTask | null = null;
  private readonly seen = new Map<string, number>();

  constructor(private readonly options: ScanOptions) {}

  /** @returns the tasks that are complete */
  enterPage(page: TaskPage): Task[] {
    const reach = new EffectivityReach(this.effectivity, page.page_number);
    reach.enterPage(runningRows(page));
    page.blocks.forEach((block, i) => {
      if (block.kind === 'heading') this.enterHeading(block);
      const inForce = reach.enter(block, this.headings.at(-1)?.level ?? 0);
      this.enterBlock(page, i, inForce);
    });
    this.effectivity = reach.state;
    const complete = this.done;
    this.done = [];
    return complete;
  }

  /** @returns the tasks that end with the document */
  finish(): Task[] {
    this.close();
    if (this.hasNumbered) return this.done;
    // A card can name the subject of its manual in a title: it begins before that.
    if (this.whole?.hasContent && !this.whole.isTooLong) return [this.whole.task()];
    const subjects = this.subjects.filter(({ number }) => this.seen.get(number) === 1);
    return subjects;
  }

  private enterHeading(block: PageBlock): void {
    const { level = 1, text } = block;
    const marker = numberOf(text);
    if (this.open && !this.repeats(taskStart(block)) && this.ends(this.open, level, text, marker)) this.close();
    this.headings = this.headings.filter((heading) => heading.level < level);
    this.headings.push({ level, marker });
  }

  /** A numbered section ends the task if it continues the sections around it. A title of the task or of its sections never does. */
  private ends(open: OpenTask, level: number, text: string, marker: string | null): boolean {
    const { level: own, style, around } = open;
    if (ataOfHeading(text) === null && (open.isBegun || INNER_TITLE.test(text) || SENTENCE.test(text))) return false;
    if (style === 'module') return level <= own;
    if (marker === null) return level < own || (level === own && ataOfHeading(text) !== null);
    const before = around.find((heading) => heading.level === level)?.marker ?? null;
    return level < own && before !== null && follows(plain(marker), plain(before));
  }

  private enterBlock(page: TaskPage, i: number, inForce: Effectivity[]): void {
    const block = page.blocks[i]!;
    const start = this.startAt(page.blocks, i);
    if (
      start &&
      !this.repeats(start) &&
      !this.isMention(start, block) &&
      !(start.style === 'subject' && this.isNumbered)
    ) {
      this.close();
      this.open = new OpenTask(start, ataOf(start), this.levelOf(block), this.headings);
    }
    this.open?.add(page, block, inForce);
    this.enterWhole(page, block, inForce);
  }

  /** A data module begins with its title, before its code. */
  private startAt(blocks: readonly PageBlock[], i: number): TaskStart | null {
    const block = blocks[i]!;
    const next = blocks[i + 1];
    const module = block.kind === 'heading' && next ? taskStart(next) : null;
    if (module?.style === 'module') return { ...module, title: block.text };
    const start = taskStart(block);
    return start?.style === 'module' ? null : start;
  }

  /** `TASK 32-41-11-400-801 (Continued)`. Sections of one subject are several. */
  private repeats(start: TaskStart | null): boolean {
    return start !== null && start.style !== 'subject' && start.number === this.open?.number;
  }

  /** A line inside a task that names another one to do: the steps after it are not of that one. */
  private isMention({ style }: TaskStart, block: PageBlock): boolean {
    const { open } = this;
    if (!open || style === 'module' || !open.expectsMention) return false;
    return block.kind !== 'heading' || this.levelOf(block) > open.level;
  }

  private levelOf({ kind, level = 1 }: PageBlock): number {
    return kind === 'heading' ? level : (this.headings.at(-1)?.level ?? 0) + 1;
  }

  private get isNumbered(): boolean {
    return this.hasNumbered || (this.open !== null && this.open.style !== 'subject');
  }

  private beginNumbered(): void {
    this.hasNumbered = true;
    this.subjects = [];
    this.whole = null;
  }

  private enterWhole(page: TaskPage, block: PageBlock, inForce: Effectivity[]): void {
    const { whole } = this.options;
    if (whole === null || this.hasNumbered) return;
    this.whole ??= new OpenTask({ style: 'card', ...whole }, null, 1, []);
    if (page.page_number > MAX_WHOLE_PAGES) this.options.whole = this.whole = null;
    else this.whole.add(page, block, inForce);
  }

  private close(): void {
    const { open } = this;
    this.open = null;
    // A number without text is an entry of a list of tasks.
    if (!open?.hasContent) return;
    if (open.style !== 'subject') this.beginNumbered();
    const count = (this.seen.get(open.number) ?? 0) + 1;
    this.seen.set(open.number, count);
    if (open.isTooLong) return;
    const task = open.task();
    if (open.style === 'subject') {
      if (!this.hasNumbered) this.subjects.push(task);
    } else this.done.push(count === 1 ? task : { ...task, number: `${task.number} (${count})` });
  }
}

function ataOf({ number }: TaskStart): string | null {
  return ataOfTask(number) ?? /(?:^|-)(\d\d-\d\d(?:-\d\d)?)(?![\w])/.exec(number)?.[1] ?? null;
}

/** `(2)` as `2`. */
function plain(marker: string): string {
  return marker.replace(/[().[\]<>]/g, (sign) => (sign === '.' ? '.' : '')).replace(/\.$/, '');
}
