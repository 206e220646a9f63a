import type { GoverningNotice, PageBlock } from '../document/document.types.js';

/** A WARNING or CAUTION in force, and its reach. Plain JSON. */
export interface ActiveNotice extends GoverningNotice {
  depth: number;
  /** Whether steps precede it in its section. It then governs the steps after it, else the whole section. */
  after_steps: boolean;
  /** Level of the first step after it, once known. */
  step_level: number | null;
  /** Whether it governs that step and its sub-steps only, not the steps after it. */
  one_step?: true;
  /** The last page with steps that it governs. */
  steps_page?: number;
}

/** Notices in force, and where the limit was exceeded. Plain JSON. */
export interface NoticeState {
  notices: ActiveNotice[];
  steps_seen: boolean;
  /** First page on which notices exceeded the limit and were dropped. */
  overflow_page?: number;
}

/** Maximum notices in force, and their total characters; no manual has more. */
const MAX_NOTICES = 64;
const MAX_TOTAL_CHARACTERS = 256_000;

/** Maximum pages after its own that a notice outside of sections governs, unless something else or its steps end it. */
const REACH_PAGES = 2;
const MAX_STEP_PAGES = 10;

/** Maximum characters of a notice. Real ones have a few hundred; a longer text is prose after the notice. */
export const MAX_NOTICE_CHARACTERS = 4_000;

/**
 * Tracks which WARNINGs and CAUTIONs govern the text at each point of a document.
 * A notice at the start of a section, before any step, governs the section and its subsections. A notice between steps governs the
 * following steps of that level and their sub-steps, up to a step of a higher level or any heading. If a heading follows immediately, it
 * governs that section, as does a notice before the first heading. Without any heading it ends after a few pages or with its steps. If
 * uncertain, a notice governs too much rather than too little. Its text is never shortened. If the file states what a notice governs, that
 * takes precedence.
 */
export class GoverningNotices {
  private stepsSeen: boolean;
  private active: ActiveNotice[];
  private overflowPage: number | undefined;
  private page = 0;

  constructor(state: NoticeState) {
    this.active = state.notices.map((notice) => ({ ...notice }));
    this.stepsSeen = state.steps_seen;
    this.overflowPage = state.overflow_page;
  }

  get state(): NoticeState {
    const overflow = this.overflowPage === undefined ? {} : { overflow_page: this.overflowPage };
    return { notices: this.active, steps_seen: this.stepsSeen, ...overflow };
  }

  enterPage(pageNumber: number): void {
    this.page = pageNumber;
    this.active = this.active.filter(({ depth, page_number: own, steps_page: steps = own }) => {
      return depth > 0 || (pageNumber - steps <= REACH_PAGES && pageNumber - own <= MAX_STEP_PAGES);
    });
  }

  enterSection(level: number): void {
    this.active = this.active.flatMap((notice) => {
      if (notice.after_steps ? notice.step_level === null : notice.depth === 0)
        return [{ ...notice, after_steps: false, depth: level }];
      if (notice.after_steps) return [];
      return level > Math.max(notice.depth, 1) ? [notice] : [];
    });
    this.stepsSeen = false;
  }

  enterStep(level: number): void {
    this.stepsSeen = true;
    this.leaveSteps(level);
    for (const notice of this.active) {
      if (notice.after_steps) notice.step_level ??= level;
      if (notice.depth === 0) notice.steps_page = this.page;
    }
  }

  /** Ends the notices that do not govern a next step of this level. */
  leaveSteps(level: number): void {
    this.active = this.active.filter(
      ({ step_level: own, one_step }) => own === null || level > own || (level === own && !one_step),
    );
  }

  /**
   * @param stepLevel level of the step that contains the notice, else null
   * @param ocrConfidence 0–100, if it was read by OCR
   * @returns the notice, or null for a block that is not a notice or continues one
   */
  add(
    block: PageBlock,
    pageNumber: number,
    depth: number,
    stepLevel: number | null = null,
    ocrConfidence: number | null = null,
  ): GoverningNotice | null {
    if (block.kind !== 'warning' && block.kind !== 'caution') return null;
    const { kind, text, start, end } = block;
    const last = this.active.at(-1);
    // Text that would make a notice too long becomes a separate notice: nothing is cut.
    if (block.continued && last?.kind === kind && last.text.length + text.length < MAX_NOTICE_CHARACTERS) {
      last.text = `${last.text}\n${text}`;
      if (ocrConfidence !== null) last.ocr_confidence = Math.min(last.ocr_confidence ?? 100, ocrConfidence);
      this.giveUp(pageNumber);
      return null;
    }
    const read = ocrConfidence === null ? {} : { ocr_confidence: ocrConfidence };
    const notice = { kind, text, page_number: pageNumber, start, end, ...read };
    this.active.push({ ...notice, step_level: stepLevel, ...this.reachOf(block, depth) });
    this.giveUp(pageNumber);
    return notice;
  }

  private reachOf({ reach }: PageBlock, depth: number): Pick<ActiveNotice, 'depth' | 'after_steps' | 'one_step'> {
    if (!reach) return { depth, after_steps: this.stepsSeen };
    return 'step' in reach
      ? { depth, after_steps: true, one_step: true }
      : { depth: reach.section, after_steps: false };
  }

  /** Enforces the limits: drops the oldest CAUTION first, a WARNING only if there are no others. */
  private giveUp(pageNumber: number): void {
    let characters = this.active.reduce((sum, { text }) => sum + text.length, 0);
    while (this.active.length > MAX_NOTICES || characters > MAX_TOTAL_CHARACTERS) {
      const caution = this.active.findIndex(({ kind }) => kind === 'caution');
      const [gone] = this.active.splice(Math.max(caution, 0), 1);
      characters -= gone!.text.length;
      this.overflowPage ??= pageNumber;
    }
  }

  /** Notices that govern the text here, warnings first. */
  current(): GoverningNotice[] {
    return gravestFirst(
      this.active.map(({ kind, text, page_number, start, end, ocr_confidence: read }) => ({
        ...{ kind, text, page_number, start, end },
        ...(read !== undefined && { ocr_confidence: read }),
      })),
    );
  }
}

export function gravestFirst(notices: GoverningNotice[]): GoverningNotice[] {
  return [
    ...notices.filter((notice) => notice.kind === 'warning'),
    ...notices.filter((notice) => notice.kind === 'caution'),
  ];
}

/** Warns about a document with more notices in force than the limit. */
export function overflowWarnings({ overflow_page: page }: Pick<NoticeState, 'overflow_page'>): string[] {
  if (page === undefined) return [];
  return [
    `More than ${MAX_NOTICES} WARNINGs and CAUTIONs, or very long ones, apply at page ${page}. From there on the oldest, ` +
      'CAUTIONs first, are not shown with the steps they govern: read them on the pages themselves.',
  ];
}
