import { boxAround, cornersOf, shifted, type TextBox } from '../layout/rows/text-boxes.js';
import { FontMetrics } from './font-metrics.js';
import { linesOf, type Stretch } from './page-parts.js';

/** Position and style of a stretch, in points. */
export interface Setting {
  x: number;
  width: number;
  size: number;
  /** Offset of the end of bold type. */
  bold_end: number;
}

/** Distance of baselines, in font sizes. */
export const LEADING = 1.35;

/** Characters after which a word starts a new box: characters in a box are assumed to be equally wide. */
const BOX_CHARACTERS = 16;

interface PlacedWord extends Stretch {
  x: number;
  width: number;
  bold: boolean;
}

/** Sets text line by line, broken between words, or inside words that are wider than a line. */
export class LineSetter {
  readonly boxes: TextBox[] = [];

  constructor(private readonly text: string) {}

  /** Sets a stretch from the top edge `y` on. Returns the lower edge. */
  set(stretch: Stretch, y: number, setting: Setting): number {
    for (const line of linesOf(this.text, stretch)) {
      for (const words of this.broken(line, setting)) {
        this.place(words, y + setting.size, setting.size);
        y += LEADING * setting.size;
      }
    }
    return y;
  }

  /** Width of the widest word, and of the whole stretch on one line. */
  measure({ start, end }: Stretch, size: number): { word: number; whole: number } {
    const metrics = FontMetrics.of(false);
    const text = this.text.slice(start, end);
    const words = text.split(/\s+/).map((word) => metrics.widthOf(word) * size);
    return { word: Math.max(...words.slice(0, 1_000)), whole: metrics.widthOf(text) * size };
  }

  private *broken(line: Stretch, { x, width, size, bold_end: boldEnd }: Setting): Generator<PlacedWord[]> {
    let words: PlacedWord[] = [];
    let right = x;
    for (const word of this.wordsOf(line, boldEnd)) {
      const metrics = FontMetrics.of(word.bold);
      const space = words.length > 0 && word.spaced ? metrics.widthOf(' ') * size : 0;
      const wordWidth = metrics.widthOf(this.text.slice(word.start, word.end)) * size;
      if (right + space + wordWidth <= x + width) {
        words.push({ ...word, x: right + space, width: wordWidth });
        right += space + wordWidth;
        continue;
      }
      if (words.length > 0) yield words;
      const pieces = this.pieces(word, metrics, width / size);
      for (const piece of pieces.slice(0, -1))
        yield [{ ...word, ...piece, x, width: this.widthOf(piece, metrics) * size }];
      const last = pieces.at(-1)!;
      const lastWidth = this.widthOf(last, metrics) * size;
      words = [{ ...word, ...last, x, width: lastWidth }];
      right = x + lastWidth;
    }
    if (words.length > 0) yield words;
  }

  private *wordsOf({ start, end }: Stretch, boldEnd: number): Generator<Stretch & { bold: boolean; spaced: boolean }> {
    for (const [from, to, bold] of [
      [start, Math.min(end, Math.max(start, boldEnd)), true],
      [Math.min(end, Math.max(start, boldEnd)), end, false],
    ] as const) {
      for (const match of this.text.slice(from, to).matchAll(/\S+/g)) {
        const at = from + match.index;
        yield { start: at, end: at + match[0].length, bold, spaced: /\s/.test(this.text.charAt(at - 1)) };
      }
    }
  }

  /** Pieces of a word no wider than a line. Width in font sizes. */
  private pieces({ start, end }: Stretch, metrics: FontMetrics, width: number): Stretch[] {
    const pieces: Stretch[] = [];
    let [from, right] = [start, 0];
    for (let at = start; at < end; at += 1) {
      const advance = metrics.widthOf(this.text.charAt(at));
      // Never inside a surrogate pair.
      const isTail = /[\udc00-\udfff]/.test(this.text.charAt(at));
      if (right + advance > width && at > from && !isTail) {
        pieces.push({ start: from, end: at });
        [from, right] = [at, 0];
      }
      right += advance;
    }
    return [...pieces, { start: from, end }];
  }

  private widthOf({ start, end }: Stretch, metrics: FontMetrics): number {
    return metrics.widthOf(this.text.slice(start, end));
  }

  private place(words: readonly PlacedWord[], baseline: number, size: number): void {
    let box: PlacedWord | null = null;
    const flush = (): void => {
      if (!box) return;
      const { start, end, x, width } = box;
      const around = boxAround(end - start, [cornersOf(x, baseline, width, size, 0)]);
      this.boxes.push(...shifted([around], start));
    };
    for (const word of words) {
      if (box && box.bold === word.bold && box.end - box.start < BOX_CHARACTERS) {
        box.end = word.end;
        box.width = word.x + word.width - box.x;
      } else {
        flush();
        box = { ...word };
      }
    }
    flush();
  }
}
