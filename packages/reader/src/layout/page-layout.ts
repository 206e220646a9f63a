import { SENTENCE_END } from './headings.js';
import type { TextLine } from './rows/text-line.js';

/** Maximum lines on either side that decide whether a line belongs to a paragraph set like a title. */
const MAX_RUN = 4;

/** Space above a line, in normal line distances, that counts as a blank line. */
const GAP = 1.3;

/** Minimum number of lines for a common left edge to count as the margin. */
const MANY_LINES = 12;

export class PageLayout {
  /** Right margin of the text, in points. */
  readonly right: number;
  /** Whether most letters are capitals, so that capitals are no evidence. */
  readonly isAllCaps: boolean;
  /** Distance of lines within paragraphs, in font sizes. */
  private readonly leading: number;

  constructor(readonly lines: readonly TextLine[]) {
    this.right = lines.reduce((right, line) => Math.max(right, line.right), 0);
    const letters = lines.map((line) => line.text).join('');
    this.isAllCaps = countOf(letters, /\p{Lu}/gu) > 0.6 * countOf(letters, /\p{L}/gu);
    this.leading = typicalLeading(lines, this.right);
  }

  /** Whether space separates line `i` from the one above, or it is at the top of the page. */
  isGap(i: number): boolean {
    const [above, line] = [this.lines[i - 1], this.lines[i]];
    if (!above || !line) return true;
    const distance = line.y - above.y;
    return distance > 0 && distance > GAP * this.leading * Math.max(above.size, line.size);
  }

  /** Adjacent lines of one size and weight around line `i`, up to four up and down. */
  styleRun(i: number): { style_run: number; run_is_sentence: boolean } {
    const { size, bold } = this.lines[i]!;
    const isPart = (j: number) => this.lines[j]?.bold === bold && this.lines[j].size === size;
    let [first, last] = [i, i];
    while (i - first < MAX_RUN && isPart(first - 1) && !this.isGap(first)) first -= 1;
    while (last - i < MAX_RUN && isPart(last + 1) && !this.isGap(last + 1)) last += 1;
    return { style_run: last - first + 1, run_is_sentence: SENTENCE_END.test(this.lines[last]!.text) };
  }

  /** Whether the first word of line `i` did not fit on the line above. */
  isWrapped(i: number): boolean {
    const [above, line] = [this.lines[i - 1], this.lines[i]];
    if (!above || !line) return false;
    const firstWord = line.text.split(' ', 1)[0]!.length / line.text.length;
    return above.right + firstWord * (line.right - line.x) > this.right - 0.5 * line.size;
  }

  /** Whether most lines begin here, so that the position is no evidence. */
  isMargin(x: number): boolean {
    const count = this.lines.filter((line) => Math.abs((line.label_length > 0 ? line.text_x : line.x) - x) <= 3).length;
    return count >= MANY_LINES && count > this.lines.length / 2;
  }

  /** Whether a line ends well before the right margin, like the last line of a paragraph. */
  isShort(line: TextLine): boolean {
    return line.right < this.right - 0.25 * (this.right - line.x);
  }
}

export function countOf(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).length;
}

/** Leading of lines that reach the right margin, else the lower quartile of all: texts may have wide line spacing. */
function typicalLeading(lines: readonly TextLine[], right: number): number {
  const left = lines.reduce((x, line) => Math.min(x, line.x), right);
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
