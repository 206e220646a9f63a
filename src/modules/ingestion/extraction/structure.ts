import { toCells } from './columns.js';
import type { BlockKind, ExtractedPage, OutlineEntry, PageBlock } from './extraction.types.js';
import { headingRank, isContentsEntry, isTaskNumber, outlineKeys, outlineLevel, SENTENCE_END } from './headings.js';
import { toLine, toLines } from './lines.js';
import { follows, isBareLabel, noticeKind, stepMarker, type NoticeKind } from './markers.js';
import { joinLines } from './text-cleanup.js';
import type { FramedPage } from './running-rows.js';
import type { TextLine } from './text-line.js';

/** What one page must know about the pages before it. Plain JSON, small. */
export interface StructureState {
  /** Ranks of the headings around the end of the page, outermost first. */
  headings: number[];
  /** Step numbering in use, outermost first, with the last number of each. */
  steps: { style: string; number: string }[];
  /** The notice that the page ended with. */
  open_notice: { kind: NoticeKind; finished: boolean; text_x: number | null } | null;
}

export const INITIAL_STRUCTURE: StructureState = { headings: [], steps: [], open_notice: null };

const MAX_HEADING_DEPTH = 8;
const MAX_STEP_DEPTH = 8;

/** A block under construction. */
interface Draft {
  kind: BlockKind;
  lines: TextLine[];
  /** Text so far; paragraphs of one notice are parted by a line feed. */
  text: string;
  level?: number;
  continued?: true;
  rank?: number;
}

/**
 * Finds headings, steps, tables and notices on a page and writes its text.
 *
 * The text has one line per block: lines of a paragraph are joined and words hyphenated at line ends mended, so a
 * sentence is one unbroken string that quotes can repeat. Running headers and footers come first and last in the text
 * and belong to no block.
 */
export function structurePage(
  page: FramedPage,
  outline: readonly OutlineEntry[],
  state: StructureState,
): { page: ExtractedPage; state: StructureState } {
  const builder = new PageBuilder(page, outline, state);
  const blocks = builder.build();
  const parts: (Draft | { text: string; kind: null })[] = [
    ...page.header.map((row) => ({ text: toLine(toCells(row)).text, kind: null })),
    ...blocks,
    ...page.footer.map((row) => ({ text: toLine(toCells(row)).text, kind: null })),
  ];
  let offset = 0;
  const pageBlocks: PageBlock[] = [];
  for (const part of parts) {
    const end = offset + part.text.length;
    if (part.kind !== null) {
      const { kind, text, level, continued } = part;
      pageBlocks.push({ kind, text, start: offset, end, ...(level && { level }), ...(continued && { continued }) });
    }
    offset = end + 1;
  }
  const { page_number, label } = page.raw;
  const text = parts.map((part) => part.text).join('\n');
  return { page: { page_number, label, text, blocks: pageBlocks }, state: builder.state };
}

class PageBuilder {
  readonly state: StructureState;
  private readonly lines: TextLine[];
  private readonly outline: ReadonlyMap<string, number>;
  private readonly bodySize: number;
  private readonly allCaps: boolean;
  /** Distance of lines within paragraphs, in font sizes. */
  private readonly leading: number;
  private readonly drafts: Draft[] = [];

  constructor(page: FramedPage, outline: readonly OutlineEntry[], state: StructureState) {
    this.state = structuredClone(state);
    this.lines = toLines(page.body);
    this.bodySize = page.body_size;
    const here = outline.filter((entry) => entry.page_number === page.raw.page_number);
    this.outline = new Map(here.flatMap((entry) => outlineKeys(entry.title).map((key) => [key, entry.level])));
    const letters = this.lines.map((line) => line.text).join('');
    this.allCaps = count(letters, /\p{Lu}/gu) > 0.6 * count(letters, /\p{L}/gu);
    this.leading = typicalLeading(this.lines);
  }

  build(): Draft[] {
    this.lines.forEach((line, i) => this.add(line, i));
    const last = this.drafts.at(-1);
    this.state.open_notice = isNotice(last)
      ? { kind: last.kind, finished: /[.!]["')\]]?$/.test(last.text), text_x: hangingIndent(last) }
      : this.lines.length > 0
        ? null
        : this.state.open_notice;
    return this.drafts;
  }

  private add(line: TextLine, i: number): void {
    const draft = this.drafts.at(-1);
    const notice = noticeKind(line.text, line.label_length);
    if (notice) return this.start({ kind: notice, lines: [line], text: line.text });
    if (isContentsEntry(line.text)) return this.start({ kind: 'table_row', lines: [line], text: line.text });
    const rank = headingRank(line, {
      body_size: this.bodySize,
      gap_before: this.isGap(i),
      gap_after: this.isGap(i + 1),
      next: this.lines[i + 1],
      ...this.styleRun(i),
      outline: this.outline,
      all_caps_page: this.allCaps,
    });
    if (rank !== null && !(isNotice(draft) && this.belongsToNotice(draft, line, i)))
      return this.addHeading(line, i, rank);
    if (isNotice(draft) && this.belongsToNotice(draft, line, i))
      return this.extend(draft, line, this.isGap(i) || stepMarker(line.text) !== null);
    if (i === 0 && this.continuesNotice(line)) {
      const { kind } = this.state.open_notice!;
      return this.start({ kind, lines: [line], text: line.text, continued: true });
    }
    if (line.cells > 1) return this.start({ kind: 'table_row', lines: [line], text: line.text });
    if (this.addStep(line, i)) return;
    if (draft && this.continuesBlock(draft, line, i)) return this.extend(draft, line, false);
    this.start({ kind: 'paragraph', lines: [line], text: line.text });
  }

  private start(draft: Draft): void {
    this.drafts.push(draft);
  }

  private extend(draft: Draft, line: TextLine, newParagraph: boolean): void {
    draft.text =
      newParagraph && !isBareLabel(draft.text) ? `${draft.text}\n${line.text}` : joinLines(draft.text, line.text);
    draft.lines.push(line);
  }

  private addHeading(line: TextLine, i: number, rank: number): void {
    const draft = this.drafts.at(-1);
    const before = this.lines[i - 1];
    const isSameStyle =
      draft?.kind === 'heading' &&
      draft.rank !== undefined &&
      Math.floor(draft.rank) === Math.floor(rank) &&
      before &&
      before.size === line.size &&
      before.bold === line.bold &&
      !this.isGap(i) &&
      rank > 10 &&
      stepMarker(line.text) === null &&
      draft.lines.length < 4 &&
      outlineLevel(line.text, this.outline) === undefined;
    const isWrapped = isSameStyle && (this.isFull(before, line) || isTaskNumber(draft.text));
    if (isWrapped) return this.extend(draft, line, false);
    while (this.state.headings.length > 0 && this.state.headings.at(-1)! >= rank) this.state.headings.pop();
    if (this.state.headings.length < MAX_HEADING_DEPTH) this.state.headings.push(rank);
    this.state.steps = [];
    this.start({ kind: 'heading', lines: [line], text: line.text, level: this.state.headings.length, rank });
  }

  /** Whether the first word of a line would not have fitted behind the line above. */
  private isFull(above: TextLine, line: TextLine): boolean {
    const firstWord = line.text.split(' ', 1)[0]!.length / line.text.length;
    return above.right + firstWord * (line.right - line.x) > this.rightEdge() - 0.5 * line.size;
  }

  /** Starts a list item when the line begins with a marker that can be one here. */
  private addStep(line: TextLine, i: number): boolean {
    const marker = stepMarker(line.text);
    if (!marker) return false;
    const { steps } = this.state;
    const known = steps.findLastIndex((step) => step.style === marker.style);
    const before = this.lines[i - 1];
    const isNext = known >= 0 && follows(marker.number, steps[known]!.number);
    const isFirst = /^(?:1|A|a|i|[^\dA-Za-z])$/.test(marker.number);
    // "… in accordance with paragraph\n3. above" must not become a step.
    const draft = this.drafts.at(-1);
    const inProse = draft?.kind === 'paragraph' || draft?.kind === 'list_item';
    const canBreak = !before || !inProse || this.isGap(i) || /[.:;!?|]$/.test(before.text) || line.x < before.x - 3;
    if (!canBreak && !isNext && !isFirst) return false;
    if (known >= 0) steps.length = known;
    if (steps.length < MAX_STEP_DEPTH) steps.push({ style: marker.style, number: marker.number });
    const notice = noticeKind(line.text.slice(marker.length));
    this.start({ kind: notice ?? 'list_item', lines: [line], text: line.text, level: steps.length });
    return true;
  }

  /** The lines of one size and weight that stand together around line `i`. */
  private styleRun(i: number): { style_run: number; run_is_sentence: boolean } {
    const { size, bold } = this.lines[i]!;
    const isPart = (j: number) => this.lines[j]?.bold === bold && this.lines[j].size === size;
    let [first, last] = [i, i];
    while (isPart(first - 1) && !this.isGap(first)) first -= 1;
    while (isPart(last + 1) && !this.isGap(last + 1)) last += 1;
    return { style_run: last - first + 1, run_is_sentence: SENTENCE_END.test(this.lines[last]!.text) };
  }

  /** Whether white space sets line `i` off from the one above: a blank line, or the top of the page. */
  private isGap(i: number): boolean {
    const [above, line] = [this.lines[i - 1], this.lines[i]];
    if (!above || !line) return true;
    const distance = line.y - above.y;
    return distance > 0 && distance > 1.3 * this.leading * Math.max(above.size, line.size);
  }

  /** Whether a line after a notice is still inside it: no space between, hanging under its text, or in its capitals. */
  private belongsToNotice(draft: Draft, line: TextLine, i: number): boolean {
    if (isBareLabel(draft.text)) return line.cells === 1;
    const marker = stepMarker(line.text);
    if (marker) {
      const indent = hangingIndent(draft);
      return marker.style === '•' && ((indent !== null && line.x >= indent - 3) || /:$|\n?[•–-] .*$/.test(draft.text));
    }
    if (line.cells > 1) return false;
    const last = draft.lines.at(-1)!;
    const isBelow = line.y > last.y;
    if (!this.isGap(i) && isBelow && line.x >= draft.lines[0]!.x - 3) return line.bold === last.bold || !line.bold;
    const indent = hangingIndent(draft);
    if (indent !== null && Math.abs(line.x - indent) <= 3 && isBelow) return true;
    return isCapitals(line.text) && isCapitals(draft.text) && !this.allCaps && line.x >= draft.lines[0]!.x - 3;
  }

  /** Whether the first line of a page goes on with the notice that the page before ended with. */
  private continuesNotice(line: TextLine): boolean {
    const open = this.state.open_notice;
    if (!open || line.cells > 1) return false;
    if (stepMarker(line.text) !== null) return !open.finished && stepMarker(line.text)!.style === '•';
    if (!open.finished) return true;
    return open.text_x !== null && Math.abs(open.text_x - line.x) <= 3;
  }

  private continuesBlock(draft: Draft, line: TextLine, i: number): boolean {
    if (draft.kind !== 'paragraph' && draft.kind !== 'list_item') return false;
    const above = draft.lines.at(-1)!;
    if (Math.abs(above.size - line.size) > 0.15 * above.size) return false;
    const isSentenceOver = /[.:!?]["”')\]]?$/.test(above.text);
    if (line.y < above.y) return !isSentenceOver;
    // Whatever the spacing, a number or name broken after its hyphen goes on here.
    if (/[\p{L}\p{N}]-$/u.test(above.text) && line.y - above.y < 2.6 * line.size) return true;
    if (this.isGap(i)) return false;
    const first = draft.lines[0]!;
    if (draft.kind === 'list_item') return line.x >= first.x - 3 || !isSentenceOver;
    const isIndented = line.x > above.x + 0.8 * line.size;
    const isShortAbove = above.right < this.rightEdge() - 0.25 * (this.rightEdge() - above.x);
    return !(isSentenceOver && (isIndented || (isShortAbove && /^\p{Lu}/u.test(line.text))));
  }

  private rightEdge(): number {
    return Math.max(...this.lines.map((line) => line.right));
  }
}

function isNotice(draft: Draft | undefined): draft is Draft & { kind: NoticeKind } {
  return draft !== undefined && ['warning', 'caution', 'note'].includes(draft.kind);
}

/** Where the text of a notice is aligned when that differs from where its label stands. */
function hangingIndent(draft: Draft): number | null {
  const [first, second] = draft.lines;
  if (!first) return null;
  if (first.label_length > 0) return first.text_x;
  return second && second.x > first.x + 4 ? second.x : null;
}

function isCapitals(text: string): boolean {
  return count(text, /\p{Lu}/gu) >= 12 && count(text, /\p{Ll}/gu) < 0.1 * count(text, /\p{L}/gu);
}

function count(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).length;
}

/**
 * Distance of lines within paragraphs, in font sizes: between a line that reaches the right margin and the one under it,
 * else the lower quartile of all.
 */
function typicalLeading(lines: TextLine[]): number {
  const [left, right] = [Math.min(...lines.map((line) => line.x)), Math.max(...lines.map((line) => line.right))];
  const pairs = lines.slice(1).map((line, i) => {
    const above = lines[i]!;
    const isWrapped = above.right > right - 0.15 * (right - left) && above.cells === 1 && line.cells === 1;
    return { distance: (line.y - above.y) / line.size, isWrapped };
  });
  const sorted = pairs
    .filter(({ distance }) => distance >= 0.9 && distance < 3)
    .sort((a, b) => a.distance - b.distance);
  const wrapped = sorted.filter((pair) => pair.isWrapped);
  if (wrapped.length >= 5) return wrapped[Math.floor(wrapped.length / 3)]!.distance;
  return Math.min(sorted[Math.floor(sorted.length / 4)]?.distance ?? 1.2, 1.45);
}
