import type { Line, Word } from 'tesseract.js';
import type { Corners } from '../text-boxes.js';
import type { TextRun } from '../text-line.js';
import type { ScanImage, Turn } from './scan-image.js';

/** Font size in heights of a row of letters from descender to ascender, as measured on three typefaces. */
const SIZE_OF_ROW = 1.1;

/** Sizes are measured on a few letters: within this share of the common size they are that size. */
const SAME_SIZE = 0.2;

/** Gaps in font sizes within a line of prose; typists put two spaces behind a full stop. Wider ones part cells. */
const PROSE_GAP = 1.6;

/** Share of the height of a line within which baselines are one row, and of lines in such rows. */
const SAME_ROW = 0.25;
const MIN_IN_ROWS = 0.3;

/** A skew is measured on lines at least this many font sizes long. */
const LONG_LINE = 8;

/** What of a picture, turned upright, says where its text stands. */
export type UprightImage = Pick<ScanImage, 'width' | 'height' | 'scale'>;

/**
 * Lines of a reading as a PDF would deliver them: points, baselines level, letters of one size the same size. `corners`
 * are on the page as it lies, skewed and turned.
 *
 * @param turn how often the page was turned clockwise to be read
 */
export function toTextRuns(lines: readonly Line[], image: UprightImage, turn: Turn): TextRun[] {
  const baseline = levelledBaselines(lines, image);
  const common = commonSize(lines);
  return lines.flatMap((line, i) => {
    const y = baseline[i]!;
    const measured = sizeOf(line);
    const size = Math.abs(measured - common) <= SAME_SIZE * common ? common : measured;
    return phrases(line.words, size).map((words): TextRun => {
      const x = words[0]!.bbox.x0;
      return {
        text: words.map((word) => word.text).join(' '),
        x: x / image.scale,
        y: y / image.scale,
        width: (words.at(-1)!.bbox.x1 - x) / image.scale,
        size: Math.round((2 * size) / image.scale) / 2,
        bold: false,
        rtl: false,
        corners: cornersOnPage(words, image, turn),
      };
    });
  });
}

/** Whether many lines stand beside others at the same height: cells of a table rather than columns of prose. */
export function standInRows(lines: readonly Line[], image: UprightImage): boolean {
  const baselines = levelledBaselines(lines, image);
  const isBesideOther = ({ bbox }: Line, i: number) =>
    lines.some(
      (other, j) =>
        (other.bbox.x0 > bbox.x1 || other.bbox.x1 < bbox.x0) &&
        Math.abs(baselines[j]! - baselines[i]!) <= SAME_ROW * (bbox.y1 - bbox.y0),
    );
  return lines.filter(isBesideOther).length >= MIN_IN_ROWS * lines.length && lines.length > 1;
}

/** Height of each line in pixels, levelled about the middle of the page, from which no place is far. */
function levelledBaselines(lines: readonly Line[], { width }: UprightImage): number[] {
  const slope = skewOf(lines);
  return lines.map(({ baseline: { x0, x1, y0, y1 } }) => (y0 + y1) / 2 - slope * ((x0 + x1) / 2 - width / 2));
}

function sizeOf(line: Line): number {
  return line.rowAttributes.rowHeight * SIZE_OF_ROW;
}

/** The size that most characters have. */
function commonSize(lines: readonly Line[]): number {
  const sizes = lines.flatMap((line) => line.words.flatMap(({ text }) => Array.from(text, () => sizeOf(line))));
  return median(sizes);
}

/** Rise of the baselines to the right, in pixels a pixel; y grows downwards. */
function skewOf(lines: readonly Line[]): number {
  const long = lines.filter((line) => line.baseline.x1 - line.baseline.x0 >= LONG_LINE * sizeOf(line));
  return median(long.map(({ baseline: { x0, x1, y0, y1 } }) => (y1 - y0) / (x1 - x0)));
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Words parted where a gap is too wide for prose. */
function phrases(words: readonly Word[], size: number): Word[][] {
  const parts: Word[][] = [];
  for (const word of words) {
    const last = parts.at(-1);
    if (last && word.bbox.x0 - last.at(-1)!.bbox.x1 <= PROSE_GAP * size) last.push(word);
    else parts.push([word]);
  }
  return parts;
}

/** The rectangle around words, in points, turned back to how the page lies. */
function cornersOnPage(words: readonly Word[], { width, height, scale }: UprightImage, turn: Turn): Corners {
  const left = Math.min(...words.map(({ bbox }) => bbox.x0));
  const top = Math.min(...words.map(({ bbox }) => bbox.y0));
  const right = Math.max(...words.map(({ bbox }) => bbox.x1));
  const bottom = Math.max(...words.map(({ bbox }) => bbox.y1));
  const corners: Corners = {
    0: [left, top, right, bottom] as const,
    1: [top, width - right, bottom, width - left] as const,
    2: [width - right, height - bottom, width - left, height - top] as const,
    3: [height - bottom, left, height - top, right] as const,
  }[turn];
  const [a, b, c, d] = corners;
  return [a / scale, b / scale, c / scale, d / scale];
}
