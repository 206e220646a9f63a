import type { ExtractedPage, ExtractedPassage, GoverningNotice, PageBlock } from './extraction.types.js';
import { GoverningNotices, type ActiveNotice } from './governing-notices.js';
import { splitText, type SpanLimits } from './split-text.js';

/** What the passages of one page must know about the pages before it. Plain JSON, small. */
export interface PassageState {
  next_ordinal: number;
  section: string[];
  notices: ActiveNotice[];
  steps_seen: boolean;
}

export const INITIAL_PASSAGES: PassageState = { next_ordinal: 0, section: [], notices: [], steps_seen: false };

/** Tokens of the embedding model a passage may have: its input of 256 less the two marks around every text. */
export const MAX_PASSAGE_TOKENS = 254;

/** Bounds passages of endless words, which the tokenizer counts as one token each. */
const MAX_PASSAGE_CHARACTERS = 2_400;

/** A passage this full ends before the next step of the outermost level rather than in the middle of that step. */
const FULL_ENOUGH = 0.6;

const MAX_SECTION_TITLE = 200;

/** What the splitter needs from the embedding model and the search index. */
export interface PassageTools {
  countTokens: (text: string) => number;
  extractIdentifiers: (text: string) => string[];
}

/** What stands for a passage in the vector index: its section's titles, then its text. */
export function embeddingText(passage: Pick<ExtractedPassage, 'section' | 'text'>): string {
  const title = passage.section.slice(-2).join(', ').slice(0, 160);
  return title === '' || passage.text.startsWith(passage.section.at(-1)!) ? passage.text : `${title}\n${passage.text}`;
}

/**
 * Cuts a page into passages. Each is an unbroken stretch of the page text within one section and under the same
 * notices. Notices are passages of their own. A heading goes with the text after it.
 */
export function splitPage(
  page: ExtractedPage,
  state: PassageState,
  tools: PassageTools,
): { passages: ExtractedPassage[]; state: PassageState } {
  const splitter = new PageSplitter(page, state, tools);
  const passages = splitter.split();
  return { passages, state: splitter.state };
}

/** Blocks that are kept together if they fit: a step and its sub-text, or a single block. */
interface Unit {
  start: number;
  end: number;
  tokens: number;
  level: number | null;
}

class PageSplitter {
  private readonly passages: ExtractedPassage[] = [];
  private readonly notices: GoverningNotices;
  private readonly limits: SpanLimits;
  private section: string[];
  private nextOrdinal: number;
  /** Headings that wait for their text. */
  private headings: Unit | null = null;
  private current: Unit | null = null;
  private currentNotices: GoverningNotice[] = [];

  constructor(
    private readonly page: ExtractedPage,
    state: PassageState,
    private readonly tools: PassageTools,
  ) {
    this.section = [...state.section];
    this.nextOrdinal = state.next_ordinal;
    this.notices = new GoverningNotices(state);
    this.limits = {
      max_tokens: MAX_PASSAGE_TOKENS,
      max_characters: MAX_PASSAGE_CHARACTERS,
      countTokens: (text) => tools.countTokens(text),
    };
  }

  get state(): PassageState {
    return { next_ordinal: this.nextOrdinal, section: this.section, ...this.notices.state };
  }

  split(): ExtractedPassage[] {
    this.notices.enterPage(this.page.page_number);
    const { blocks } = this.page;
    for (let i = 0; i < blocks.length; i += 1) {
      const block = blocks[i]!;
      if (block.kind === 'heading') this.addHeading(block);
      else if (block.kind === 'warning' || block.kind === 'caution' || block.kind === 'note') this.addNotice(block);
      else i += this.addText(blocks, i) - 1;
    }
    this.flush();
    this.flushHeadings();
    return this.passages;
  }

  private addHeading(block: PageBlock): void {
    this.flush();
    const level = block.level ?? 1;
    this.section = [...this.section.slice(0, level - 1), block.text.slice(0, MAX_SECTION_TITLE)];
    this.notices.enterSection(level);
    const start = this.headings?.start ?? block.start;
    this.headings = { start, end: block.end, level: null, tokens: this.count(start, block.end) };
    if (this.headings.tokens > MAX_PASSAGE_TOKENS / 2) this.flushHeadings();
  }

  private addNotice(block: PageBlock): void {
    this.flush();
    // The section path of the notice carries the titles; a title in front of its text would not be the notice's.
    this.headings = null;
    if (block.level !== undefined) this.notices.enterStep(block.level);
    this.emit(block.start, block.end, block.kind as 'warning' | 'caution' | 'note', this.notices.current());
    this.notices.add(block, this.page.page_number, this.section.length);
  }

  /** Adds the block at `from`, with its sub-text if that fits. Returns the number of blocks used. */
  private addText(blocks: PageBlock[], from: number): number {
    const first = blocks[from]!;
    if (first.kind === 'list_item') this.enterStep(first.level ?? 1);
    const unit = {
      start: first.start,
      end: first.end,
      level: null,
      tokens: this.count(first.start, first.end),
    } as Unit;
    let used = 1;
    if (first.kind === 'list_item') {
      unit.level = first.level ?? 1;
      for (; this.isSubText(blocks[from + used], unit.level); used += 1) {
        const block = blocks[from + used]!;
        const tokens = this.count(block.start, block.end);
        if (unit.tokens + tokens > MAX_PASSAGE_TOKENS) break;
        unit.end = block.end;
        unit.tokens += tokens;
      }
    }
    this.addUnit(unit);
    return used;
  }

  private isSubText(block: PageBlock | undefined, level: number): boolean {
    return block?.kind === 'paragraph' || (block?.kind === 'list_item' && (block.level ?? 1) > level);
  }

  private enterStep(level: number): void {
    const before = this.notices.current().length;
    this.notices.enterStep(level);
    if (this.notices.current().length !== before) this.flush();
  }

  private addUnit(unit: Unit): void {
    const isNewStep =
      unit.level === 1 && this.current !== null && this.current.tokens >= FULL_ENOUGH * MAX_PASSAGE_TOKENS;
    if (isNewStep || (this.current && !this.fit(this.current, unit))) this.flush();
    if (!this.current && this.headings && unit.tokens <= MAX_PASSAGE_TOKENS && !this.fit(this.headings, unit)) {
      this.flushHeadings();
    }
    if (!this.current) this.currentNotices = this.notices.current();
    if (!this.current && this.headings) {
      this.current = { ...this.headings };
      this.headings = null;
    }
    if (this.current) {
      this.current.end = unit.end;
      this.current.tokens += unit.tokens;
    } else {
      this.current = { ...unit };
    }
  }

  private fit(base: Unit, unit: Unit): boolean {
    return base.tokens + unit.tokens <= MAX_PASSAGE_TOKENS && unit.end - base.start <= MAX_PASSAGE_CHARACTERS;
  }

  private flush(): void {
    if (this.current) this.emit(this.current.start, this.current.end, 'text', this.currentNotices);
    this.current = null;
  }

  private flushHeadings(): void {
    if (this.headings) this.emit(this.headings.start, this.headings.end, 'text', this.notices.current());
    this.headings = null;
  }

  private emit(from: number, to: number, kind: ExtractedPassage['kind'], notices: GoverningNotice[]): void {
    for (const span of splitText(this.page.text.slice(from, to), this.limits)) {
      const [start, end] = [from + span.start, from + span.end];
      const text = this.page.text.slice(start, end);
      this.passages.push({
        page_number: this.page.page_number,
        ordinal: this.nextOrdinal,
        section: this.section,
        text,
        start,
        end,
        kind,
        notices,
        identifiers: this.tools.extractIdentifiers(text),
        token_count: this.tools.countTokens(text),
      });
      this.nextOrdinal += 1;
    }
  }

  private count(start: number, end: number): number {
    return this.tools.countTokens(this.page.text.slice(start, end));
  }
}
