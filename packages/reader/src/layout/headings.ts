import { capitalsNotice, isBareLabel, noticeKind, stepMarker } from '../notices/markers.js';
import type { TextLine } from './rows/text-line.js';

export interface HeadingContext {
  /** Size of body text, in points. */
  body_size: number;
  gap_before: boolean;
  gap_after: boolean;
  next: TextLine | undefined;
  /** Number of adjacent lines of one size and weight. A paragraph in bold or larger type is not a heading. */
  style_run: number;
  run_is_sentence: boolean;
  /** Outline titles that point to this page, by `outlineKeys`, with their levels. */
  outline: ReadonlyMap<string, number>;
  /** Whether most letters of the page are capitals, so that capitals are no evidence. */
  all_caps_page: boolean;
}

const MAX_HEADING_CHARACTERS = 140;
const MAX_CONTENTS_ENTRY = 400;
const LARGER = 1.12;

/** From this relative size on, even a sentence is a title. */
const MUCH_LARGER = 1.35;
const MAX_HEADING_LINES = 3;

/** End of a sentence, in any type. */
export const SENTENCE_END = /[.;,!?]$/;

/** `1 Title`, `2.1 Title`, `A. Title`, `32-11-00 Title`: the numbering gives the depth. */
const SECTION_NUMBER =
  /^(?:(\d{1,3}(?:\.\d{1,3})*)[.)]?|[A-Z]\.|(?:SECTION|CHAPTER|APPENDIX|PART)\s+[\dA-Z]+\b.{0,3})\s+\S/i;

/** Captions name a picture or table, not the text after it. */
const CAPTION = /^(?:fig(?:ure|\.)|table|sheet)\s+[\dA-Z]/i;

const TASK = /^(TASK|SUBTASK)\s+[A-Z]{0,3}\d{2}-\d{2}-\d{2}/i;

/** Spellings of an outline title on the page: complete, and without its number. */
export function outlineKeys(title: string): string[] {
  const plain = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const unnumbered = plain.replace(/^\d+(?=\p{L})/u, '');
  return [`=${plain}`, `~${unnumbered}`];
}

/** The outline level of a line that is one of these titles. A caption must match in full: it often repeats a title. */
export function outlineLevel(text: string, outline: ReadonlyMap<string, number>): number | undefined {
  const [plain, unnumbered] = outlineKeys(text);
  return outline.get(plain!) ?? (CAPTION.test(text) ? undefined : outline.get(unnumbered!));
}

/** A heading that is only a task number has its title on the next line. */
export function isTaskNumber(text: string): boolean {
  return /^(?:SUB)?TASK\s+[\dA-Z-]+$/i.test(text);
}

/** An entry of a printed table of contents: `Removal ........ 401`. */
export function isContentsEntry(text: string): boolean {
  // Bounded: the pattern takes quadratic time on a page of dots.
  return text.length <= MAX_CONTENTS_ENTRY && /(?:\.\s?){4,}\s*(?:\|\s*)?[\dA-Za-z-]{1,12}$/.test(text);
}

/**
 * How important a heading the line is: lower ranks contain higher ones. Null when the line is no heading.
 * Evidence, strongest first: the outline of the file (1–10), larger type (100–200), bold type (200), TASK numbers, capitals (300), decimal
 * numbering between blank lines (310). Numbering depth decides among equals (tenths).
 */
export function headingRank(line: TextLine, context: HeadingContext): number | null {
  const { text } = line;
  if (text.length > MAX_HEADING_CHARACTERS || !/\p{L}.*\p{L}/u.test(text) || isContentsEntry(text)) return null;
  if (noticeKind(text, line.label_length) !== null || isNoticeStep(text)) return null;
  const outlined = outlineLevel(text, context.outline);
  const isLarger = line.size >= LARGER * context.body_size;
  if (outlined !== undefined && (isLarger || line.bold || context.gap_before)) return outlined;
  if (line.cells > 1 || CAPTION.test(text)) return null;
  const isTitleSize = line.size >= MUCH_LARGER * context.body_size || (isLarger && !context.run_is_sentence);
  const style = stepMarker(text)?.style ?? '';
  if (['•', '(1)', '(a)'].includes(style) && line.size < MUCH_LARGER * context.body_size) return null;
  const depth = numberingDepth(text) / 10;
  if (isTitleSize && !/[;,]$/.test(text) && context.style_run <= MAX_HEADING_LINES)
    return 200 - Math.min(Math.round(line.size * 2) / 2, 99) + depth;
  const task = TASK.exec(text);
  if (task) return task[1]!.toUpperCase() === 'TASK' ? 199 : 250;
  if (SENTENCE_END.test(text) || (line.bold && context.run_is_sentence)) return null;
  const isNormalSize = line.size >= 0.9 * context.body_size;
  if (line.bold && isNormalSize && text.length <= 100 && context.style_run <= MAX_HEADING_LINES) return 200 + depth;
  return plainRank(line, context, depth);
}

/** Rank of headings without sizes and bold type. */
function plainRank(line: TextLine, context: HeadingContext, depth: number): number | null {
  const { text } = line;
  const underline = context.next ? /^([=-])\1{2,}$/.exec(context.next.text) : null;
  if (underline) return underline[1] === '=' ? 290 : 295;
  const isCaps = !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu) ?? []).length >= 4;
  if (isCaps && !context.all_caps_page && text.length <= 90 && context.gap_before && text.split(' ').length <= 12) {
    return 300 + depth;
  }
  const isDecimal = /^\d+(?:\.\d+){1,4}\.?\s+\p{Lu}/u.test(text);
  return isDecimal && text.length <= 80 && context.gap_before && context.gap_after ? 310 + depth : null;
}

/** `3. WARNING: HOT SURFACE`, but not the title `3. WARNINGS`. */
function isNoticeStep(text: string): boolean {
  const rest = text.slice(stepMarker(text)?.length ?? 0);
  const isInCapitals = stepMarker(text) !== null && capitalsNotice(rest) !== null;
  return isInCapitals || (noticeKind(rest) !== null && !isBareLabel(rest));
}

function numberingDepth(text: string): number {
  const match = SECTION_NUMBER.exec(text);
  if (!match) return 0;
  if (match[1]) return match[1].split('.').length;
  return /^[A-Z]\./.test(text) ? 2 : 0.5;
}
