import type { Line, Word } from 'tesseract.js';
import { WorkClock } from '../processes/work-time.js';
import { toRows } from '../layout/rows/rows.js';
import type { RawPage } from '../layout/rows/text-line.js';
import { legibleText, type LegibleText } from './legible-text.js';
import { OcrEngine, OcrError, type LineSearch } from './ocr-engine.js';
import { isTabular, toTextRuns } from './placed-runs.js';
import { withoutRules } from './rules.js';
import { isBlank, turnedImage, type ScanImage, type Turn } from './scan-image.js';

export type ScannedText = Pick<RawPage, 'rows' | 'ocr_confidence'>;

/** Confidence below which the page may be upside down. */
const POOR = 60;

/** Most helpful first. */
const OTHER_TURNS = [2, 1, 3] as const;
const SIDEWAYS_TURNS = [1, 3] as const;

/** Minimum share of reliable characters that remains when a table is read by rows. */
const MIN_KEPT = 0.97;

interface Reading {
  text: LegibleText;
  turn: Turn;
  upright: ScanImage;
}

export class ScanReader {
  private readonly engine = new OcrEngine();

  /** @param pageTimeoutMs time for one page, including all orientations tried */
  constructor(private readonly pageTimeoutMs: number) {}

  /** @throws OcrError if the page takes too long */
  async read(image: ScanImage): Promise<ScannedText> {
    if (isBlank(image)) return { rows: [] };
    const { text, turn, upright } = await this.bestReading(image);
    if (text.lines.length === 0) return { rows: [] };
    return {
      rows: toRows(toTextRuns(text.lines, upright, turn)),
      ocr_confidence: Math.round(text.confidence * 10) / 10,
    };
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  /** The reading with most reliable characters. A poor page is also tried in other orientations. */
  private async bestReading(page: ScanImage): Promise<Reading> {
    const image = withoutRules(page);
    const clock = new WorkClock();
    const attempt = async (turn: Turn, search: LineSearch = 'columns'): Promise<Reading> => {
      const upright = turnedImage(image, turn);
      const blocks = await this.engine.recognize(upright, search, Math.max(1, this.pageTimeoutMs - clock.elapsed));
      return { text: legibleText(blocks), turn, upright };
    };
    let best = await attempt(0);
    for (const turn of isSideways(best.text) ? SIDEWAYS_TURNS : OTHER_TURNS) {
      if (best.text.confidence >= POOR && !isSideways(best.text)) break;
      const other = await attempt(turn).catch(orElse(best));
      if (other.text.sure_characters > best.text.sure_characters) best = other;
    }
    if (!isTabular(best.text.lines, best.upright)) return best;
    // Reading by columns can hide decimal points between columns.
    const rows = await attempt(best.turn, 'rows').catch(orElse(best));
    const [chosen, other] =
      rows.text.sure_characters >= MIN_KEPT * best.text.sure_characters ? [rows, best] : [best, rows];
    // Keeps lines that only one reading found.
    return { ...chosen, text: { ...chosen.text, lines: withMissed(chosen.text.lines, other.text.lines) } };
  }
}

/** An earlier reading is better than none. */
function orElse(before: Reading): (error: unknown) => Reading {
  return (error) => {
    if (error instanceof OcrError && before.text.lines.length > 0) return before;
    throw error;
  };
}

function isSideways(text: LegibleText): boolean {
  return text.sideways_characters > text.sure_characters;
}

/** The lines of one reading, then words of another reading in places where the first has none. */
function withMissed(lines: readonly Line[], others: readonly Line[]): Line[] {
  const found = lines.flatMap((line) => line.words);
  const missed = others
    .map((line) => ({ ...line, words: line.words.filter((word) => !found.some((one) => overlaps(one, word))) }))
    .filter((line) => line.words.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  return [...lines, ...missed];
}

function overlaps({ bbox: a }: Word, { bbox: b }: Word): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
