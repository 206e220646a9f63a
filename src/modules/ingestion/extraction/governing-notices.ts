import type { GoverningNotice, PageBlock } from './extraction.types.js';

/** A WARNING or CAUTION in force, with where its reach ends. Plain JSON. */
export interface ActiveNotice extends GoverningNotice {
  /** Depth of the section it stands in. */
  depth: number;
  /** Whether steps stand before it in its section: then it belongs to the steps after it, else to the whole section. */
  after_steps: boolean;
  /** Level of the first step after it, once known. */
  step_level: number | null;
  /** Whether it governs that step and its sub-steps only, not the steps after it. */
  one_step?: true;
  /** The last page on which steps stand that it governs. */
  steps_page?: number;
}

/** What is in force at a point of a document, and where more was in force than is kept. Plain JSON. */
export interface NoticeState {
  notices: ActiveNotice[];
  steps_seen: boolean;
  /** First page on which notices had to be given up. */
  overflow_page?: number;
}

/** Notices in force at one time, and their characters together; beyond that a page is no manual. */
const MAX_NOTICES = 64;
const MAX_TOTAL_CHARACTERS = 256_000;

/**
 * Pages behind its own that a notice outside of any section reaches, where nothing else ends it, and behind the steps that
 * it governs; such steps carry it this far at most.
 */
const REACH_PAGES = 2;
const MAX_STEP_PAGES = 10;

/** Characters of a notice. Real ones have a few hundred; what is longer is prose behind the notice. */
export const MAX_NOTICE_CHARACTERS = 4_000;

/**
 * Follows which WARNINGs and CAUTIONs govern the text at each point of a document.
 *
 * One that stands at the start of a section, before any step, governs the section with all its subsections. One that
 * stands between steps governs the following steps of that level and their sub-steps, until a step of a higher level or
 * any heading; when a heading comes at once, it governs the section that begins there. So does one that stands before
 * the first heading; without any heading it ends a few pages behind, or with its steps. In doubt a notice reaches too far rather than not far enough, and its text is kept whole.
 * Where the file says what a notice governs, that counts instead.
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

  /** Ends what governs no step of this level that comes next. */
  leaveSteps(level: number): void {
    this.active = this.active.filter(
      ({ step_level: own, one_step }) => own === null || level > own || (level === own && !one_step),
    );
  }

  /**
   * @param stepLevel level of the step in the middle of which the notice stands, else null
   * @param ocrConfidence how surely it was read from a picture, 0–100
   * @returns the notice, or null for a block that is none or goes on with one
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
    // What would make a notice too long counts as one of its own: nothing of it is cut.
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

  /** Keeps what is in force within bounds: the oldest CAUTION goes first, a WARNING only when there are no others. */
  private giveUp(pageNumber: number): void {
    let characters = this.active.reduce((sum, { text }) => sum + text.length, 0);
    while (this.active.length > MAX_NOTICES || characters > MAX_TOTAL_CHARACTERS) {
      const caution = this.active.findIndex(({ kind }) => kind === 'caution');
      const [gone] = this.active.splice(Math.max(caution, 0), 1);
      characters -= gone!.text.length;
      this.overflowPage ??= pageNumber;
    }
  }

  /** What governs the text here, warnings first. */
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

/** What a planner must know of a document in which more was in force than is kept. */
export function overflowWarnings({ overflow_page: page }: Pick<NoticeState, 'overflow_page'>): string[] {
  if (page === undefined) return [];
  return [
    `More than ${MAX_NOTICES} WARNINGs and CAUTIONs, or very long ones, apply at page ${page}. From there on the oldest, ` +
      'CAUTIONs first, are not shown with the steps they govern: read them on the pages themselves.',
  ];
}
