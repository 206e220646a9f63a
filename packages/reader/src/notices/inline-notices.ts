import type { BlockKind } from '../document/document.types.js';
import { MAX_NOTICE_CHARACTERS } from './governing-notices.js';
import { GRAVE_WORDS, kindOf } from './labels.js';
import { capitalsNotice, stepMarker } from './markers.js';

export interface BlockPart {
  kind: BlockKind;
  start: number;
  end: number;
}

/** A label in capitals after a sentence, a list marker or a bracket, or at the start of a line or cell. Elsewhere it is a mention. */
const INLINE_LABEL = new RegExp(
  [
    String.raw`(?=[(\[]|${GRAVE_WORDS})(?:(?<=[.!?;:)\]"”'’•●▪■◦‣➢✓·*⚠|][ \n]|\n|\[[^[\]\n]{1,60} )|(?<=^|\s)[(\[])(?:${GRAVE_WORDS})S?(?: \d{1,2})?\s*(?:[:!]+|[–—]|-(?=\s))(?=\s|\p{Lu}|\p{N})`,
    String.raw`(?<=\n)(?:(?:${GRAVE_WORDS})S?(?=\n)|(?:Warning|Caution|Danger)s?(?:\s*:(?=\s)|(?=\n))|(?<capitals>(?:DANGER|WARNING|CAUTION)S?(?= [\p{Lu}\p{N}])))`,
  ].join('|'),
  'gu',
);

/** Maximum distance of the closing bracket around a notice. */
const MAX_BRACKETED = 1_000;

const CELL_END = /\s\|\s/g;

export function isNoticeKind(kind: BlockKind): kind is 'warning' | 'caution' | 'note' {
  return kind === 'warning' || kind === 'caution' || kind === 'note';
}

/** Cuts a block at its notices. One lasts to the next, or the end of block or cell. Parts omit only white space and cell bars. */
export function splitAtNotices(kind: BlockKind, text: string): BlockPart[] {
  if (kind === 'heading') return [{ kind, start: 0, end: text.length }];
  const parts: BlockPart[] = [];
  let rest: BlockPart = { kind, start: 0, end: text.length };
  const endOf = capitalsEnds(text);
  for (const { index, 0: label, groups } of text.matchAll(INLINE_LABEL)) {
    if (index < rest.start || isOwnLabel(kind, text, index)) continue;
    if (groups?.capitals && capitalsNotice(lineAt(text, index)) === null) continue;
    parts.push({ ...rest, end: index });
    rest = { kind: kindOf(label), start: index, end: text.length };
    const endOfCell = kind === 'table_row' ? cellEnd(text, index + label.length) : Infinity;
    const end = Math.min(bracketEnd(text, index), endOfCell);
    if (end < Infinity) {
      parts.push({ ...rest, end });
      rest = { kind: kind === 'list_item' ? 'paragraph' : kind, start: end, end: text.length };
    } else if (!isNoticeKind(kind)) {
      const endOfCapitals = endOf(index + label.length);
      if (endOfCapitals === null) continue;
      parts.push({ ...rest, end: endOfCapitals });
      rest = { kind: 'paragraph', start: endOfCapitals, end: text.length };
    }
  }
  if (parts.length === 0) return [rest];
  return [...parts, rest].map((part) => trimmed(part, text)).filter(({ start, end }) => end > start);
}

/** A part of a block that becomes a separate block; `inline` as in PageBlock. */
export type CutBlock = BlockPart & { text: string; inline?: true };

/** The blocks of a text: one, or several if notices begin inside it. The end of an overlong notice is prose. */
export function cutAtNotices(kind: BlockKind, text: string): CutBlock[] {
  return splitAtNotices(kind, text).flatMap((part, i) => {
    const isInline = i > 0 && isNoticeKind(part.kind) && !isNoticeKind(kind);
    const end = isNoticeKind(part.kind) ? noticeEnd(text, part) : part.end;
    const rest = trimmed({ kind: 'paragraph', start: end, end: part.end }, text);
    return [
      { ...part, end, text: text.slice(part.start, end), ...(isInline && { inline: true as const }) },
      ...(rest.end > rest.start ? [{ ...rest, text: text.slice(rest.start, rest.end) }] : []),
    ];
  });
}

/** End of a notice that may be too long: the end of a paragraph, sentence or word. */
function noticeEnd(text: string, { start, end }: BlockPart): number {
  if (end - start <= MAX_NOTICE_CHARACTERS) return end;
  const longest = text.slice(start, start + MAX_NOTICE_CHARACTERS);
  const sentence = [...longest.matchAll(/[.!?。！？](?=\s)/g)].at(-1);
  const ends = [longest.lastIndexOf('\n'), sentence ? sentence.index + 1 : -1, longest.lastIndexOf(' ')];
  return start + (ends.find((at) => at > MAX_NOTICE_CHARACTERS / 4) ?? MAX_NOTICE_CHARACTERS);
}

/** Whether the label at `index` makes the whole block a notice. */
function isOwnLabel(kind: BlockKind, text: string, index: number): boolean {
  return isNoticeKind(kind) && !/[\p{L}\p{N}]/u.test(text.slice(stepMarker(text)?.length ?? 0, index));
}

/** End of a notice whose first line is in capitals: the next line that is not. Null for others. Linear for ascending offsets. */
function capitalsEnds(text: string): (from: number) => number | null {
  const smallLetters = /\p{Ll}{3}/gu;
  let [small, line] = [-1, -1];
  return (from) => {
    if (small < from) {
      smallLetters.lastIndex = from;
      small = smallLetters.exec(text)?.index ?? Infinity;
      line = small === Infinity ? -1 : text.lastIndexOf('\n', small) + 1;
    }
    return line > from && /\p{Lu}{3}/u.test(text.slice(from, line)) ? line : null;
  };
}

/** Position after the bracket that closes around a notice, and its punctuation; infinity without brackets. */
function bracketEnd(text: string, index: number): number {
  const before = text.slice(Math.max(0, index - 62), index);
  const open = /^[([]/.exec(text.charAt(index))?.[0] ?? (/\[[^[\]\n]{1,60} $/.test(before) ? '[' : undefined);
  if (open === undefined) return Infinity;
  const close = open === '(' ? ')' : ']';
  const limit = Math.min(text.length, index + MAX_BRACKETED);
  let depth = 1;
  for (let at = index + 1; at < limit; at += 1) {
    if (text[at] === open) depth += 1;
    else if (text[at] === close) depth -= 1;
    if (depth === 0) return at + 1 + (/^[.,;]?/.exec(text.slice(at + 1, at + 2))?.[0].length ?? 0);
  }
  return Infinity;
}

function lineAt(text: string, index: number): string {
  const end = text.indexOf('\n', index);
  return end < 0 ? text.slice(index) : text.slice(index, end);
}

/** A label alone in its cell has its text in the next one. */
function cellEnd(text: string, from: number): number {
  const skipped = /^\s\|\s/.exec(text.slice(from, from + 3))?.[0].length ?? 0;
  CELL_END.lastIndex = from + skipped;
  return CELL_END.exec(text)?.index ?? text.length;
}

function trimmed({ kind, start, end }: BlockPart, text: string): BlockPart {
  let [from, to] = [start, end];
  while (from < to && /[\s|]/.test(text.charAt(from))) from += 1;
  while (to > from && /[\s|]/.test(text.charAt(to - 1))) to -= 1;
  return { kind, start: from, end: to };
}
