import type { BlockKind } from '../document/document.types.js';
import { follows, isBareLabel, noticeKind, stepMarker, type NoticeKind, type StepMarker } from '../notices/markers.js';
import { isNoticeItem } from '../notices/notice-items.js';
import { countOf, type PageLayout } from './page-layout.js';
import { cutAt, shifted, type TextBox } from './rows/text-boxes.js';
import { jointOf } from '../text/text-cleanup.js';
import type { TextLine } from './rows/text-line.js';

export class BlockDraft {
  readonly lines: TextLine[] = [];
  readonly level?: number;
  readonly continued?: true;
  readonly rank?: number;
  readonly header?: true;
  /** Whether its kind is final: a slanted label of a drawing. */
  readonly isWhole?: true;
  /** Text in pieces: joining them line by line would copy long paragraphs repeatedly. */
  private readonly pieces: string[] = [];
  private length = 0;
  private readonly placed: TextBox[] = [];

  constructor(
    readonly kind: BlockKind,
    line: TextLine,
    details: { level?: number; continued?: true; rank?: number; header?: true; isWhole?: true } = {},
  ) {
    Object.assign(this, details);
    this.lines.push(line);
    this.append(line);
  }

  get first(): TextLine {
    return this.lines[0]!;
  }

  get last(): TextLine {
    return this.lines.at(-1)!;
  }

  /** Left edge of its lines; the first may be indented. */
  get left(): number {
    return Math.min(this.first.x, this.lines[1]?.x ?? Infinity);
  }

  get text(): string {
    return this.pieces.join('');
  }

  get boxes(): readonly TextBox[] {
    return this.placed;
  }

  /** Adds a line to the same paragraph, or as a new paragraph of the same block (after a line feed). */
  extend(line: TextLine, newParagraph = false): void {
    if (newParagraph && !this.isLabelOnly) {
      this.append(line, '\n');
    } else {
      const { drop, glue } = jointOf(this.last.text, line.text);
      if (drop > 0) this.drop(drop);
      this.append(line, glue);
    }
    this.lines.push(line);
  }

  private append({ text, boxes }: TextLine, glue = ''): void {
    this.placed.push(...shifted(boxes, this.length + glue.length));
    this.pieces.push(glue, text);
    this.length += glue.length + text.length;
  }

  private drop(characters: number): void {
    this.pieces.push(this.pieces.pop()!.slice(0, -characters));
    this.length -= characters;
    const last = this.placed.pop();
    if (last) this.placed.push(...cutAt([last], this.length));
  }

  isNotice(): this is BlockDraft & { kind: NoticeKind } {
    return this.kind === 'warning' || this.kind === 'caution' || this.kind === 'note';
  }

  /** Whether it has only a label, such as "WARNING". */
  get isLabelOnly(): boolean {
    return this.lines.length === 1 && isBareLabel(this.first.text);
  }

  /** Marker of a step with the label after it: `2. CAUTION: …`. */
  get step(): StepMarker | null {
    return this.level === undefined ? null : stepMarker(this.first.text);
  }

  /** The current item of a numbered list in a notice, and its position. The notice's own step number does not count. */
  get item(): NoticeItem | null {
    for (const line of [...this.lines].reverse()) {
      const text = line === this.first ? line.text.slice(this.step?.length ?? 0) : line.text;
      const marker = stepMarker(text) ?? stepMarker(withoutLabel(text));
      if (marker && marker.style !== '•') {
        const isOnLabel = stepMarker(line.text) === null;
        return { style: marker.style, number: marker.number, x: isOnLabel ? line.text_x : line.x };
      }
    }
    return null;
  }

  /** Left edge of the text of a notice, if it differs from that of the label, else null. */
  get hangingIndent(): number | null {
    const [first, second] = this.lines;
    if (!first) return null;
    if (first.label_length > 0) return first.text_x;
    return second && second.x > first.x + 4 ? second.x : null;
  }
}

interface NoticeItem {
  style: string;
  number: string;
  x: number;
}

function goesOn(item: Pick<NoticeItem, 'style' | 'number'> | null | undefined, marker: StepMarker): boolean {
  return !!item && item.style === marker.style && follows(marker.number, item.number);
}

/** State of the notice at the end of a page. */
export interface OpenNotice {
  kind: NoticeKind;
  finished: boolean;
  text_x: number | null;
  /** Last item of its numbered list. */
  item?: NoticeItem;
}

/** Whether line `i` still belongs to the notice: no gap, aligned under its text, or in capitals. */
export function belongsToNotice(
  notice: BlockDraft,
  i: number,
  layout: PageLayout,
  isNextStep: (marker: StepMarker) => boolean,
): boolean {
  const line = layout.lines[i]!;
  const { first, last, hangingIndent: indent } = notice;
  if (noticeKind(line.text, line.label_length) !== null) return false;
  if (notice.isLabelOnly) return line.cells === 1;
  const marker = stepMarker(line.text);
  // The step after the one that is this notice.
  if (marker && goesOn(notice.step, marker) && Math.abs(line.x - first.x) <= 3) return false;
  if (marker && goesOn(notice.item, marker)) {
    if (!isNoticeItem(line.text, Number(marker.number) || 1)) return false;
    // Surrounding steps may continue with the same number; then the margin decides.
    const isItsOwn = Math.abs(line.x - notice.item!.x) <= 3;
    return isItsOwn || (line.x >= first.x - 3 && !isNextStep(marker));
  }
  if (marker) {
    const isList = last.text.endsWith(':') || notice.lines.some((one) => stepMarker(one.text)?.style === '•');
    return marker.style === '•' && (isList || (indent !== null && line.x >= indent - 3));
  }
  if (line.cells > 1) return false;
  const isBelow = line.y > last.y;
  if (beginsParagraph(notice, line, layout)) return false;
  const isUnder =
    line.x >= notice.left - 3 ||
    (notice.lines.length === 1 && layout.isWrapped(i) && line.x >= first.x - 4 * line.size);
  if (!layout.isGap(i) && isBelow && isUnder) return line.bold === last.bold || !line.bold;
  const isHanging = indent !== null && Math.abs(line.x - indent) <= 3 && isBelow;
  if (isHanging && !(layout.isGap(i) && layout.isMargin(indent))) return true;
  return isCapitals(line.text) && isCapitals(first.text) && !layout.isAllCaps && line.x >= first.x - 3;
}

/** Whether a line starts the paragraph after a notice without a gap: it is indented after a sentence, or the line above is short. */
function beginsParagraph({ lines, first, last }: BlockDraft, line: TextLine, layout: PageLayout): boolean {
  if (lines.length < 2 || !/[.!?]["”')\]]?$/.test(last.text) || isCapitals(line.text)) return false;
  if (line.x > last.x + 0.8 * line.size) return true;
  const isProse = /^\P{Lu}*\p{Lu}\p{Ll}/u.test(first.text) && lines.some((one) => !layout.isShort(one));
  return isProse && layout.isShort(last) && /^["“‘(]?\p{Lu}/u.test(line.text);
}

/** Whether the first line of a page continues the last notice of the page before. */
export function continuesNotice(
  open: OpenNotice | null,
  line: TextLine,
  layout: PageLayout,
  isNextStep: (marker: StepMarker) => boolean,
): boolean {
  if (!open || line.cells > 1) return false;
  const marker = stepMarker(line.text);
  if (marker && goesOn(open.item, marker))
    return isNoticeItem(line.text, 1) && (!isNextStep(marker) || Math.abs(line.x - open.item!.x) <= 3);
  if (marker) return !open.finished && marker.style === '•';
  if (!open.finished) return true;
  return open.text_x !== null && Math.abs(open.text_x - line.x) <= 3 && !layout.isMargin(open.text_x);
}

function isCapitals(text: string): boolean {
  return countOf(text, /\p{Lu}/gu) >= 12 && countOf(text, /\p{Ll}/gu) < 0.1 * countOf(text, /\p{L}/gu);
}

/** `(1) RELEASE THE PRESSURE` of `WARNING: (1) RELEASE THE PRESSURE`. */
function withoutLabel(text: string): string {
  return text.replace(/^[^\p{L}]*\p{L}+(?: \d{1,2})?\s*[:!.–—-]*\s*/u, '');
}
