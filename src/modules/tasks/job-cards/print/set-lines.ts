import { FontMetrics } from '@amks/reader/typesetting/font-metrics.js';

/** Text of a line in one style. `x` and `width` in points. */
export interface Run {
  text: string;
  x: number;
  width: number;
  boxed: boolean;
}

/** Stretches of a text that are drawn in a box. */
export type BoxedSpans = readonly { start: number; end: number }[];

/** Shown for characters that the font lacks. */
export const MISSING = '□';
const BOX_PADDING = 2;

/** Text as the font can draw it, of the same length in characters; surrogate pairs become one box. */
export function drawable(text: string, bold: boolean): string {
  const metrics = FontMetrics.of(bold);
  let drawn = '';
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (character === '\n' || code === 0x20) drawn += character;
    else if (/^[\s\u00a0]$/.test(character)) drawn += ' ';
    else if (/^[\p{Cc}\p{Cf}]$/u.test(character)) drawn += '';
    else drawn += code <= 0xffff && metrics.has(code) ? character : MISSING;
  }
  return drawn;
}

/** Breaks a text into lines of a width. Line feeds are kept. */
export function setLines(
  text: string,
  boxed: BoxedSpans,
  style: { width: number; size: number; bold: boolean },
): Run[][] {
  const lines: Run[][] = [[]];
  let x = 0;
  const metrics = FontMetrics.of(style.bold);
  const put = (word: string, isBoxed: boolean): void => {
    const width = metrics.widthOf(word) * style.size;
    const line = lines.at(-1)!;
    const last = line.at(-1);
    const padding = isBoxed && !last?.boxed ? BOX_PADDING : !isBoxed && last?.boxed ? BOX_PADDING : 0;
    if (last && last.boxed === isBoxed) {
      last.text += word;
      last.width += width;
    } else line.push({ text: word, x: x + padding, width, boxed: isBoxed });
    x += width + padding;
  };
  const feed = (): void => {
    lines.push([]);
    x = 0;
  };
  for (const { word, isBoxed } of wordsOf(text, boxed, style.bold)) {
    if (word === '\n') {
      feed();
      continue;
    }
    const width = metrics.widthOf(word) * style.size;
    if (x + width <= style.width) put(word, isBoxed);
    else if (word === ' ') feed();
    else {
      if (x > 0) feed();
      for (const piece of piecesOf(word, metrics, style)) {
        if (x > 0) feed();
        put(piece, isBoxed);
      }
    }
  }
  return lines;
}

/** Words and single spaces, cut where a box begins or ends. */
function* wordsOf(text: string, boxed: BoxedSpans, bold: boolean): Generator<{ word: string; isBoxed: boolean }> {
  const edges = [...new Set([0, ...boxed.flatMap(({ start, end }) => [start, end]), text.length])]
    .filter((edge) => edge >= 0 && edge <= text.length)
    .sort((a, b) => a - b);
  for (let i = 0; i + 1 < edges.length; i += 1) {
    const [from, to] = [edges[i]!, edges[i + 1]!];
    const isBoxed = boxed.some(({ start, end }) => start <= from && end >= to);
    for (const [word] of drawable(text.slice(from, to), bold).matchAll(/[^ \n]+| |\n/g)) yield { word, isBoxed };
  }
}

/** A word that is wider than a line, in pieces. */
function piecesOf(word: string, metrics: FontMetrics, { width, size }: { width: number; size: number }): string[] {
  if (metrics.widthOf(word) * size <= width) return [word];
  const pieces: string[] = [];
  let [piece, used] = ['', 0];
  for (const character of word) {
    const own = metrics.widthOf(character) * size;
    if (used + own > width && piece !== '') {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += character;
    used += own;
  }
  return [...pieces, piece];
}
