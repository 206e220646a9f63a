import { cutText } from '@amks/language/text/cut-text.js';
import type { ExtractedPage, ExtractedPassage, GoverningNotice, PageBlock } from '../document/document.types.js';
import { GoverningNotices, gravestFirst, type NoticeState } from '../notices/governing-notices.js';
import { findEffectivity } from '../facts/effectivity.js';
import { stepMarker } from '../notices/markers.js';
import { readingConfidence } from '../ocr/reading-confidence.js';
import { splitText, type SpanLimits } from './split-text.js';

/** State from the previous pages. Plain JSON, small. */
export interface PassageState extends NoticeState {
  next_ordinal: number;
  section: string[];
  /** Identifiers of the section, from its heading. */
  identifiers?: string[];
}

export const INITIAL_PASSAGES: PassageState = { next_ordinal: 0, section: [], notices: [], steps_seen: false };

/** Maximum tokens of a passage: 256 of the model less two special tokens and the titles before the text. */
export const MAX_PASSAGE_TOKENS = 218;
const MAX_TITLE_CHARACTERS = 120;

/** Limits passages of overlong words, which count as one token each. */
const MAX_PASSAGE_CHARACTERS = 2_400;

/** Above this share, a passage ends before the next outermost step, not inside it. */
const FULL_ENOUGH = 0.6;

const MAX_SECTION_TITLE = 200;

/** What the splitter needs from the embedding model and the search index. */
export interface PassageTools {
  countTokens: (text: string) => number;
  extractIdentifiers: (text: string) => string[];
}

/** Text to embed: the titles of the section, or of the document, then the passage. */
export function embeddingText(passage: Pick<ExtractedPassage, 'section' | 'text'>, documentTitle = ''): string {
  const title = cutText(passage.section.slice(-2).join(', ') || documentTitle, MAX_TITLE_CHARACTERS);
  return title === '' || passage.text.startsWith(passage.section.at(-1) ?? title)
    ? passage.text
    : `${title}\n${passage.text}`;
}

/** Cuts a page into contiguous passages, each in one section under the same notices. A heading belongs to the text after it. */
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
  private identifiers: string[];
  private nextOrdinal: number;
  /** Headings before their text. */
  private headings: Unit | null = null;
  private current: Unit | null = null;
  private currentNotices: GoverningNotice[] = [];
  /** The header of the table being read. */
  private header = '';

  constructor(
    private readonly page: ExtractedPage,
    state: PassageState,
    private readonly tools: PassageTools,
  ) {
    this.section = [...state.section];
    this.identifiers = state.identifiers ?? [];
    this.nextOrdinal = state.next_ordinal;
    this.notices = new GoverningNotices(state);
    this.limits = {
      max_tokens: MAX_PASSAGE_TOKENS,
      max_characters: MAX_PASSAGE_CHARACTERS,
      countTokens: (text) => tools.countTokens(text),
    };
  }

  get state(): PassageState {
    return {
      next_ordinal: this.nextOrdinal,
      section: this.section,
      identifiers: this.identifiers,
      ...this.notices.state,
    };
  }

  split(): ExtractedPassage[] {
    this.notices.enterPage(this.page.page_number);
    const { blocks } = this.page;
    for (let i = 0; i < blocks.length; i += 1) {
      const block = blocks[i]!;
      if (block.kind === 'heading') this.addHeading(block);
      else if (block.kind === 'warning' || block.kind === 'caution' || block.kind === 'note') this.addNotice(i);
      else i += this.addText(blocks, i) - 1;
    }
    this.flush();
    this.flushHeadings();
    return this.passages;
  }

  private addHeading(block: PageBlock): void {
    this.flush();
    const level = block.level ?? 1;
    this.section = [...this.section.slice(0, level - 1), cutText(block.text, MAX_SECTION_TITLE)];
    if (block.identifiers || level === 1) this.identifiers = block.identifiers ?? [];
    this.notices.enterSection(level);
    const heading = this.unitOf(block);
    const above = this.headings ?? { start: block.start, tokens: 0 };
    this.headings = { ...heading, start: above.start, tokens: above.tokens + heading.tokens };
    if (this.headings.tokens > MAX_PASSAGE_TOKENS / 2) this.flushHeadings();
  }

  private addNotice(index: number): void {
    const block = this.page.blocks[index]!;
    this.flush();
    // The section path of the notice carries the titles; a title in front of its text would not be the notice's.
    this.headings = null;
    if (block.reach && 'step' in block.reach) this.notices.leaveSteps(block.reach.step);
    else if (block.level !== undefined) this.notices.enterStep(block.level);
    const before = this.passages.length;
    this.emit(this.unitOf(block), block.kind as 'warning' | 'caution' | 'note', this.notices.current());
    const stood = block.inline ? blockAround(this.page.blocks, index) : undefined;
    const stepLevel = stood?.kind === 'list_item' ? (stood.level ?? 1) : null;
    const read = readingConfidence(this.page, block.start, block.end);
    const notice = this.notices.add(block, this.page.page_number, this.section.length, stepLevel, read);
    if (stood && notice) this.govern(stood.start, block.start, notice);
    const own = this.passages.slice(before);
    // A search hit in a part of a notice must return the whole notice.
    if (block.continued || own.length > 1) for (const passage of own) passage.notices = this.notices.current();
  }

  /** Adds a notice to earlier passages between two offsets. */
  private govern(start: number, end: number, notice: GoverningNotice): void {
    for (const passage of this.passages) {
      if (passage.end > start && passage.start < end) passage.notices = gravestFirst([...passage.notices, notice]);
    }
  }

  /** Adds the block at `from`, with its sub-text if that fits. Returns the number of blocks used. */
  private addText(blocks: PageBlock[], from: number): number {
    const first = blocks[from]!;
    if (first.kind === 'list_item') this.enterStep(first.level ?? 1);
    // One passage must not hold steps for two groups of aircraft.
    if (isEffectivityLine(first) && !isEffectivityLine(blocks[from - 1])) this.flush();
    if (first.header) this.enterHeader(first);
    const unit = this.unitOf(first);
    let used = 1;
    if (first.kind === 'list_item') {
      unit.level = first.level ?? 1;
      for (; this.isSubText(blocks[from + used], unit.level); used += 1) {
        const block = blocks[from + used]!;
        const { tokens } = this.unitOf(block);
        if (unit.tokens + tokens > MAX_PASSAGE_TOKENS) break;
        unit.end = block.end;
        unit.tokens += tokens;
      }
    }
    this.addUnit(unit);
    return used;
  }

  private isSubText(block: PageBlock | undefined, level: number): boolean {
    return (
      (block?.kind === 'paragraph' && !isEffectivityLine(block)) ||
      block?.kind === 'figure' ||
      (block?.kind === 'list_item' && (block.level ?? 1) > level)
    );
  }

  /** A header that is repeated begins a passage with the rows under it. */
  private enterHeader({ text }: PageBlock): void {
    if (text === this.header) this.flush();
    this.header = text;
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
    if (this.current) this.emit(this.current, 'text', this.currentNotices);
    this.current = null;
  }

  private flushHeadings(): void {
    if (this.headings) this.emit(this.headings, 'text', this.notices.current());
    this.headings = null;
  }

  /** Adds a unit as one passage, or as several if it is a single block that is too long. */
  private emit(unit: Unit, kind: ExtractedPassage['kind'], notices: GoverningNotice[]): void {
    const whole = this.page.text.slice(unit.start, unit.end);
    const isWhole = unit.tokens <= this.limits.max_tokens && whole.length <= this.limits.max_characters;
    const spans = isWhole ? [{ start: 0, end: whole.length }] : splitText(whole, this.limits);
    for (const span of spans) {
      const text = whole.slice(span.start, span.end);
      this.passages.push({
        page_number: this.page.page_number,
        ordinal: this.nextOrdinal,
        section: this.section,
        text,
        start: unit.start + span.start,
        end: unit.start + span.end,
        kind,
        notices,
        identifiers: this.identifiersOf(text),
        token_count: isWhole ? unit.tokens : this.tools.countTokens(text),
        ocr_confidence: readingConfidence(this.page, unit.start + span.start, unit.start + span.end),
      });
      this.nextOrdinal += 1;
    }
  }

  private identifiersOf(text: string): string[] {
    const named = this.tools.extractIdentifiers(text);
    return [...named, ...this.identifiers.filter((identifier) => !named.includes(identifier))];
  }

  private unitOf(block: PageBlock): Unit {
    return { start: block.start, end: block.end, tokens: this.tools.countTokens(block.text), level: null };
  }
}

function isEffectivityLine(block: PageBlock | undefined): boolean {
  return block?.kind === 'paragraph' && findEffectivity(block.text).some(({ alone }) => alone);
}

/** The step, or outside of steps the paragraph, in which the notice at `index` stands. A bullet belongs to its step. */
function blockAround(blocks: PageBlock[], index: number): PageBlock | undefined {
  const section = blocks.slice(blocks.findLastIndex(({ kind }, i) => i < index && kind === 'heading') + 1, index);
  const isStep = ({ kind, text }: PageBlock) => kind === 'list_item' && stepMarker(text)?.style !== '•';
  return section.findLast(isStep) ?? section.findLast(({ inline }) => !inline);
}
