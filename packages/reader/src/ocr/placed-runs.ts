import type { Line, Word } from 'tesseract.js';
import type { Corners } from '../layout/rows/text-boxes.js';
import type { TextRun } from '../layout/rows/text-line.js';
import { phraseConfidence } from './reading-confidence.js';
import type { ScanImage, Turn } from './scan-image.js';

/** Font size in heights of a row of letters from descender to ascender, as measured on three typefaces. */
const SIZE_OF_ROW = 1.1;

/** Sizes are measured on a few letters: within this share of the common size they are equal to it. */
const SAME_SIZE = 0.2;

/** Gaps in font sizes within a line of prose, such as two typed spaces. Wider gaps separate cells. */
const PROSE_GAP = 1.6;

/** Share of the line height within which baselines are one row, and minimum share of lines in such rows. */
const SAME_ROW = 0.25;
const MIN_IN_ROWS = 0.3;

/** A skew is measured on lines at least this many font sizes long. */
const LONG_LINE = 8;

/** Dimensions of a picture, turned upright. */
export type UprightImage = Pick<ScanImage, 'width' | 'height' | 'scale'>;

/** Lines in points with level baselines and equal sizes. `corners` are on the original page. @param turn clockwise quarter turns */
export function toTextRuns(lines: readonly Line[], image: UprightImage, turn: Turn): TextRun[] {
  const baseline = deskewedBaselines(lines, image);
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
        ocr_confidence: phraseConfidence(words, size),
      };
    });
  });
}

/** Whether many lines share their height: table cells rather than columns of prose. */
export function isTabular(lines: readonly Line[], image: UprightImage): boolean {
  const baselines = deskewedBaselines(lines, image);
  const isBesideOther = ({ bbox }: Line, i: number) =>
    lines.some(
      (other, j) =>
        (other.bbox.x0 > bbox.x1 || other.bbox.x1 < bbox.x0) &&
        Math.abs(baselines[j]! - baselines[i]!) <= SAME_ROW * (bbox.y1 - bbox.y0),
    );
  return lines.filter(isBesideOther).length >= MIN_IN_ROWS * lines.length && lines.length > 1;
}

/** Baseline of each line in pixels, with the skew removed around the middle of the page. */
function deskewedBaselines(lines: readonly Line[], { width }: UprightImage): number[] {
  const slope = skewOf(lines);
  return lines.map(({ baseline: { x0, x1, y0, y1 } }) => (y0 + y1) / 2 - slope * ((x0 + x1) / 2 - width / 2));
}

function sizeOf(line: Line): number {
  return line.rowAttributes.rowHeight * SIZE_OF_ROW;
}

function commonSize(lines: readonly Line[]): number {
  const sizes = lines.flatMap((line) => line.words.flatMap(({ text }) => Array.from(text, () => sizeOf(line))));
  return median(sizes);
}

/** Rise of the baselines to the right per pixel; y grows downward. */
function skewOf(lines: readonly Line[]): number {
  const long = lines.filter((line) => line.baseline.x1 - line.baseline.x0 >= LONG_LINE * sizeOf(line));
  return median(long.map(({ baseline: { x0, x1, y0, y1 } }) => (y1 - y0) / (x1 - x0)));
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Words separated at gaps too wide for prose. */
function phrases(words: readonly Word[], size: number): Word[][] {
  const parts: Word[][] = [];
  for (const word of words) {
    const last = parts.at(-1);
    if (last && word.bbox.x0 - last.at(-1)!.bbox.x1 <= PROSE_GAP * size) last.push(word);
    else parts.push([word]);
  }
  return parts;
}

/** The rectangle around words, in points, on the page as it was before turning. */
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
