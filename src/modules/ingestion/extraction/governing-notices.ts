import type { GoverningNotice, PageBlock } from './extraction.types.js';

/** A WARNING or CAUTION in force, with where its reach ends. Plain JSON. */
export interface ActiveNotice extends GoverningNotice {
  /** Depth of the section it stands in. */
  depth: number;
  /** Whether steps stand before it in its section: then it belongs to the steps after it, else to the whole section. */
  after_steps: boolean;
  /** Level of the first step after it, once known. */
  step_level: number | null;
}

/** Notices in force at one time; beyond that a page is no manual. The oldest are given up first. */
const MAX_NOTICES = 64;

/** Pages that a notice of a whole section reaches at most, so that one in the front matter does not govern the book. */
const REACH_PAGES = 20;

/** Characters of a notice kept with each step. Real ones have a few hundred. */
const MAX_CHARACTERS = 4_000;

/**
 * Follows which WARNINGs and CAUTIONs govern the text at each point of a document.
 *
 * One that stands at the start of a section, before any step, governs the section with all its subsections. One that
 * stands between steps governs the following steps of that level and their sub-steps, until a step of a higher level or
 * any heading; when a heading comes at once, it governs the section that begins there. In doubt a notice reaches too far rather than not far enough.
 */
export class GoverningNotices {
  private stepsSeen: boolean;
  private active: ActiveNotice[];

  constructor(state: { notices: ActiveNotice[]; steps_seen: boolean }) {
    this.active = state.notices.map((notice) => ({ ...notice }));
    this.stepsSeen = state.steps_seen;
  }

  get state(): { notices: ActiveNotice[]; steps_seen: boolean } {
    return { notices: this.active, steps_seen: this.stepsSeen };
  }

  enterPage(pageNumber: number): void {
    this.active = this.active.filter((notice) => pageNumber - notice.page_number <= REACH_PAGES);
  }

  enterSection(level: number): void {
    this.active = this.active.flatMap((notice) => {
      if (notice.after_steps)
        return notice.step_level === null ? [{ ...notice, after_steps: false, depth: level }] : [];
      return level > Math.max(notice.depth, 1) ? [notice] : [];
    });
    this.stepsSeen = false;
  }

  enterStep(level: number): void {
    this.stepsSeen = true;
    this.active = this.active.filter((notice) => notice.step_level === null || level >= notice.step_level);
    for (const notice of this.active) {
      if (notice.after_steps) notice.step_level ??= level;
    }
  }

  add(block: PageBlock, pageNumber: number, depth: number): void {
    if (block.kind !== 'warning' && block.kind !== 'caution') return;
    const last = this.active.at(-1);
    if (block.continued && last?.kind === block.kind) {
      last.text = `${last.text}\n${block.text}`.slice(0, MAX_CHARACTERS);
      return;
    }
    const text = block.text.slice(0, MAX_CHARACTERS);
    this.active.push({
      kind: block.kind,
      text,
      page_number: pageNumber,
      start: block.start,
      end: block.start + text.length,
      depth,
      after_steps: this.stepsSeen,
      step_level: null,
    });
    if (this.active.length > MAX_NOTICES) this.active.shift();
  }

  /** What governs the text here, warnings first. */
  current(): GoverningNotice[] {
    const plain = this.active.map(({ kind, text, page_number, start, end }) => ({
      kind,
      text,
      page_number,
      start,
      end,
    }));
    return [
      ...plain.filter((notice) => notice.kind === 'warning'),
      ...plain.filter((notice) => notice.kind === 'caution'),
    ];
  }
}
