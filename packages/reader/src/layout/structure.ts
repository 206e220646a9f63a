import { belongsToNotice, BlockDraft, continuesNotice, type OpenNotice } from './block-draft.js';
import { toCells } from './columns.js';
import type { ExtractedPage, OutlineEntry, PageBlock } from '../document/document.types.js';
import { captionOf, isSheetLine } from '../facts/figures.js';
import { MAX_NOTICE_CHARACTERS } from '../notices/governing-notices.js';
import { headingRank, isContentsEntry, isTaskNumber, outlineKeys, outlineLevel, SENTENCE_END } from './headings.js';
import { cutAtNotices, isNoticeKind, splitAtNotices } from '../notices/inline-notices.js';
import { toLine, toLines } from './lines.js';
import {
  capitalsNotice,
  follows,
  noticeKind,
  stepMarker,
  type NoticeKind,
  type StepMarker,
} from '../notices/markers.js';
import { PageLayout } from './page-layout.js';
import type { FramedPage } from './running-rows.js';
import { shifted, type TextBox } from './rows/text-boxes.js';
import type { Row, TextLine } from './rows/text-line.js';

/** State from the previous pages. Plain JSON, small. */
export interface StructureState {
  /** Ranks of the open headings, outermost first. */
  headings: number[];
  /** Step numbering in use, outermost first, with the last numbers. */
  steps: { style: string; number: string }[];
  /** The notice at the end of the page. */
  open_notice: OpenNotice | null;
}

export const INITIAL_STRUCTURE: StructureState = { headings: [], steps: [], open_notice: null };

const MAX_HEADING_DEPTH = 8;
const MAX_STEP_DEPTH = 8;
const MAX_HEADER_ROWS = 4;

/**
 * Finds headings, steps, tables and notices on a page and writes its text.
 * The text has one line per block: lines of a paragraph are joined and words hyphenated at line ends mended, so a sentence is one unbroken
 * string that quotes can repeat. Running headers and footers come first and last in the text and belong to no block.
 */
export function structurePage(
  page: FramedPage,
  outline: readonly OutlineEntry[],
  state: StructureState,
): { page: ExtractedPage; state: StructureState } {
  const builder = new PageBuilder(page, outline, state);
  const running = (row: Row) => ({ ...toLine(toCells(row)), kind: null });
  const parts: (BlockDraft | { text: string; boxes: TextBox[]; kind: null })[] = [
    ...page.header.map(running),
    ...builder.build(),
    ...page.slanted.map((row) => new BlockDraft('paragraph', toLine(toCells(row)), { isWhole: true })),
    ...page.footer.map(running),
  ];
  let offset = 0;
  const blocks: PageBlock[] = [];
  const boxes: TextBox[] = [];
  for (const part of parts) {
    const { text } = part;
    boxes.push(...shifted(part.boxes, offset));
    if (part.kind !== null) blocks.push(...toBlocks(part, text, offset));
    offset += text.length + 1;
  }
  const { page_number, label, width, height } = page.raw;
  const text = parts.map((part) => part.text).join('\n');
  const places = width === undefined ? {} : { layout: { width, height, boxes } };
  return { page: { page_number, label, text, blocks, ...places }, state: builder.state };
}

/** The block, or its parts if a notice begins inside it. */
function toBlocks({ kind, level, continued, header, isWhole }: BlockDraft, text: string, offset: number): PageBlock[] {
  if (isWhole) return [{ kind, text, start: offset, end: offset + text.length }];
  return cutAtNotices(kind, text).map((part, i): PageBlock => ({
    ...part,
    start: offset + part.start,
    end: offset + part.end,
    ...(i === 0 && level && { level }),
    ...(i === 0 && continued && { continued }),
    ...(header && part.kind === 'table_row' && { header }),
  }));
}

/** The notice that is open after the last block of a page. */
function openNotice(last: BlockDraft): OpenNotice | null {
  const tail = splitAtNotices(last.kind, last.text).at(-1);
  if (!tail || !isNoticeKind(tail.kind) || last.kind === 'table_row' || tail.end - tail.start > MAX_NOTICE_CHARACTERS)
    return null;
  const finished = /[.!]["')\]]?$/.test(last.last.text);
  const item = last.isNotice() ? last.item : null;
  return { kind: tail.kind, finished, text_x: last.isNotice() ? last.hangingIndent : null, ...(item && { item }) };
}

class PageBuilder {
  readonly state: StructureState;
  private readonly layout: PageLayout;
  private readonly outline: ReadonlyMap<string, number>;
  private readonly bodySize: number;
  private readonly drafts: BlockDraft[] = [];

  constructor(page: FramedPage, outline: readonly OutlineEntry[], state: StructureState) {
    this.state = structuredClone(state);
    this.layout = new PageLayout(toLines(page.body));
    this.bodySize = page.body_size;
    const here = outline.filter((entry) => entry.page_number === page.raw.page_number);
    this.outline = new Map(here.flatMap((entry) => outlineKeys(entry.title).map((key) => [key, entry.level])));
  }

  build(): BlockDraft[] {
    this.layout.lines.forEach((line, i) => this.add(line, i));
    const last = this.drafts.at(-1);
    // A page without text between two parts of a notice does not end it.
    if (last) this.state.open_notice = openNotice(last);
    return this.drafts;
  }

  private add(line: TextLine, i: number): void {
    const draft = this.drafts.at(-1);
    if (draft?.isNotice() && belongsToNotice(draft, i, this.layout, (marker) => this.isNextStep(marker))) {
      return draft.extend(line, this.layout.isGap(i) || stepMarker(line.text) !== null);
    }
    const notice = noticeKind(line.text, line.label_length);
    if (notice) return this.start(notice, line);
    if (isContentsEntry(line.text)) return this.start('table_row', line);
    const inCapitals = this.noticeInCapitals(line, i);
    if (inCapitals) return this.start(inCapitals, line);
    if (draft?.kind === 'figure' && this.continuesCaption(draft, line, i)) return draft.extend(line);
    if (line.cells === 1 && captionOf(line.text) && this.isCaptionHere(line, i)) return this.start('figure', line);
    const rank = this.rankOf(line, i);
    if (rank !== null) return this.addHeading(line, i, rank);
    if (i === 0 && continuesNotice(this.state.open_notice, line, this.layout, (marker) => this.isNextStep(marker))) {
      return this.start(this.state.open_notice!.kind, line, { continued: true });
    }
    if (line.cells > 1) return this.start('table_row', line, this.isHeaderRow(line, i) ? { header: true } : {});
    if (this.addStep(line, i)) return;
    if (draft && this.continuesBlock(draft, line, i)) return draft.extend(line);
    this.start('paragraph', line);
  }

  /** The kind of notice that starts here: a paragraph with a label and text in capitals, unless it is an outline title. */
  private noticeInCapitals(line: TextLine, i: number): NoticeKind | null {
    const before = this.layout.lines[i - 1];
    const begins = !before || this.layout.isGap(i) || /[.:;!?|]$/.test(before.text) || (line.bold && !before.bold);
    const kind = begins && line.cells === 1 ? capitalsNotice(line.text) : null;
    return kind && outlineLevel(line.text, this.outline) === undefined ? kind : null;
  }

  /** A line "Figure 3 Detail A" after "… as shown in" continues the sentence. */
  private isCaptionHere(line: TextLine, i: number): boolean {
    const before = this.layout.lines[i - 1];
    const draft = this.drafts.at(-1);
    const isProse = draft?.kind === 'paragraph' || draft?.kind === 'list_item';
    if (outlineLevel(line.text, this.outline) !== undefined && (line.bold || this.layout.isGap(i))) return false;
    return !before || !isProse || this.layout.isGap(i) || /[.:;!?|]$/.test(before.text) || line.bold !== before.bold;
  }

  /** Sheets of a figure, the second line of a title, or the title below a separate number. */
  private continuesCaption(draft: BlockDraft, line: TextLine, i: number): boolean {
    if (isSheetLine(line.text)) return true;
    if (line.cells > 1 || captionOf(line.text) || this.layout.isGap(i) || stepMarker(line.text)) return false;
    const { last } = draft;
    if (draft.lines.length > 3 || line.bold !== last.bold || Math.abs(line.size - last.size) > 0.5) return false;
    return captionOf(draft.text)?.title === '' ? !SENTENCE_END.test(line.text) : this.layout.isWrapped(i);
  }

  /** Bold rows above one that is not. */
  private isHeaderRow(line: TextLine, i: number): boolean {
    if (!line.bold || /:(?: \||$)/.test(line.text)) return false;
    const under = this.layout.lines.slice(i + 1, i + 1 + MAX_HEADER_ROWS);
    const first = under.find((row) => !row.bold || row.cells === 1);
    return first !== undefined && !first.bold && first.cells > 1;
  }

  private start(...block: ConstructorParameters<typeof BlockDraft>): void {
    this.drafts.push(new BlockDraft(...block));
  }

  private rankOf(line: TextLine, i: number): number | null {
    return headingRank(line, {
      body_size: this.bodySize,
      gap_before: this.layout.isGap(i),
      gap_after: this.layout.isGap(i + 1),
      next: this.layout.lines[i + 1],
      ...this.layout.styleRun(i),
      outline: this.outline,
      all_caps_page: this.layout.isAllCaps,
    });
  }

  private addHeading(line: TextLine, i: number, rank: number): void {
    const draft = this.drafts.at(-1);
    const before = this.layout.lines[i - 1];
    const isSameStyle =
      draft?.kind === 'heading' &&
      draft.rank !== undefined &&
      Math.floor(draft.rank) === Math.floor(rank) &&
      before &&
      before.size === line.size &&
      before.bold === line.bold &&
      !this.layout.isGap(i) &&
      rank > 10 &&
      stepMarker(line.text) === null &&
      draft.lines.length < 4 &&
      outlineLevel(line.text, this.outline) === undefined;
    const isWrapped = isSameStyle && (this.layout.isWrapped(i) || isTaskNumber(draft.text));
    if (isWrapped) return draft.extend(line);
    while (this.state.headings.length > 0 && this.state.headings.at(-1)! >= rank) this.state.headings.pop();
    if (this.state.headings.length < MAX_HEADING_DEPTH) this.state.headings.push(rank);
    this.state.steps = [];
    this.start('heading', line, { level: this.state.headings.length, rank });
  }

  /** Starts a list item if the line begins with a marker that is possible here. */
  private addStep(line: TextLine, i: number): boolean {
    const marker = stepMarker(line.text);
    if (!marker) return false;
    const { steps } = this.state;
    const known = steps.findLastIndex((step) => step.style === marker.style);
    const before = this.layout.lines[i - 1];
    const isNext = known >= 0 && follows(marker.number, steps[known]!.number);
    const isFirst = /^(?:1|A|a|i|[^\dA-Za-z])$/.test(marker.number);
    // "… in accordance with paragraph\n3. above" must not become a step.
    const draft = this.drafts.at(-1);
    const inProse = draft?.kind === 'paragraph' || draft?.kind === 'list_item';
    const canBreak =
      !before || !inProse || this.layout.isGap(i) || /[.:;!?|]$/.test(before.text) || line.x < before.x - 3;
    if (!canBreak && !isNext && !isFirst) return false;
    if (known >= 0) steps.length = known;
    if (steps.length < MAX_STEP_DEPTH) steps.push({ style: marker.style, number: marker.number });
    const rest = line.text.slice(marker.length);
    const notice = noticeKind(rest) ?? capitalsNotice(rest);
    this.start(notice ?? 'list_item', line, { level: steps.length });
    return true;
  }

  /** Whether this step follows the steps in use. */
  private isNextStep({ style, number }: StepMarker): boolean {
    return this.state.steps.some((step) => step.style === style && follows(number, step.number));
  }

  private continuesBlock(draft: BlockDraft, line: TextLine, i: number): boolean {
    if (draft.kind !== 'paragraph' && draft.kind !== 'list_item') return false;
    const { first, last: above } = draft;
    if (Math.abs(above.size - line.size) > 0.15 * above.size) return false;
    const isSentenceOver = /[.:!?]["”')\]]?$/.test(above.text);
    if (line.y < above.y) return !isSentenceOver;
    // A number or name broken after its hyphen continues here, at any spacing.
    if (/[\p{L}\p{N}]-$/u.test(above.text) && line.y - above.y < 2.6 * line.size) return true;
    // Text next to it, not under it, is a cell.
    if (this.layout.isGap(i) || line.right < above.x || line.x > above.right) return false;
    if (draft.kind === 'list_item') return line.x >= first.x - 3 || !isSentenceOver;
    const isIndented = line.x > above.x + 0.8 * line.size;
    return !(isSentenceOver && (isIndented || (this.layout.isShort(above) && /^\p{Lu}/u.test(line.text))));
  }
}
