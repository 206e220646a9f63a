import type { Effectivity, PassageFacts, Quantity } from '@amks/language/facts/passage-facts.js';
import type { GoverningNotice, PageBlock } from '../document/document.types.js';

/** A page as it was stored: its blocks, and the facts of its passages. */
export interface TaskPage {
  page_number: number;
  text: string;
  blocks: readonly PageBlock[];
  passages: readonly { start: number; end: number; facts: PassageFacts; notices: readonly GoverningNotice[] }[];
}

export type TaskPartKind =
  'title' | 'heading' | 'step' | 'text' | 'table_row' | 'figure' | 'warning' | 'caution' | 'note';
/** Lists of a task, by their headings. */
export type TaskSection = 'tools' | 'consumables' | 'references';

/** A block of a task. `start` and `end` are offsets into the text of its page. */
export interface TaskPart {
  kind: TaskPartKind;
  /** Verbatim. */
  text: string;
  page_number: number;
  start: number;
  end: number;
  /** Of a step: the markers of the steps around it and its own, such as `A.(1)(a)`. */
  label?: string;
  /** Depth of a step, outermost 1. */
  level?: number;
  section?: TaskSection;
  /** Set on a notice that continues from the previous page. */
  continued?: true;
  /** The statements in force in the part, the widest first. */
  effectivity?: Effectivity[];
  quantities?: Quantity[];
}

/** A notice outside of the task that governs its parts from one on. */
export interface InheritedNotice extends Pick<GoverningNotice, 'kind' | 'text' | 'page_number' | 'start' | 'end'> {
  /** Index of the first part that it governs. */
  part: number;
}

/** A task of a manual. The parts contain all of its text, in order. */
export interface Task {
  number: string;
  title: string;
  ata: string | null;
  first_page: number;
  last_page: number;
  /** Offset into the text of the first page. */
  start: number;
  /** Offset into the text of the last page. */
  end: number;
  /** The statements in force in the whole task. */
  effectivity: Effectivity[];
  parts: TaskPart[];
  inherited: InheritedNotice[];
}
