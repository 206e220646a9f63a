import { WorkClock } from '../../../../common/work-time.js';
import { toRows } from '../rows.js';
import type { RawPage } from '../text-line.js';
import { legibleText, type LegibleText } from './legible-text.js';
import { OcrEngine, OcrError, type LineSearch } from './ocr-engine.js';
import { standInRows, toTextRuns } from './placed-runs.js';
import { withMissed } from './missed-words.js';
import { withoutRules } from './rules.js';
import { isBlank, turnedImage, type ScanImage, type Turn } from './scan-image.js';

/** What is read from the picture of a page. */
export type ScannedText = Pick<RawPage, 'rows' | 'ocr_confidence'>;

/** A reading below this confidence may be of a page that stands on its head. */
const POOR = 60;

/** In the order of how often they help. */
const OTHER_TURNS = [2, 1, 3] as const;
const SIDEWAYS_TURNS = [1, 3] as const;

/** Share of the sure characters that reading a table row by row may lose: signs taken for letters. */
const MIN_KEPT = 0.97;

interface Reading {
  text: LegibleText;
  turn: Turn;
  upright: ScanImage;
}

/** Reads pictures of pages, one after the other. */
export class ScanReader {
  private readonly engine = new OcrEngine();

  /** @param pageTimeoutMs of work for one page, however often it is turned */
  constructor(private readonly pageTimeoutMs: number) {}

  /** @throws OcrError when the page takes too long */
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

  /** The reading in which most is sure, of the page as it lies and, where that is poor, turned. */
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
    if (!standInRows(best.text.lines, best.upright)) return best;
    // Columns of figures hide the point between them.
    const rows = await attempt(best.turn, 'rows').catch(orElse(best));
    const [chosen, other] =
      rows.text.sure_characters >= MIN_KEPT * best.text.sure_characters ? [rows, best] : [best, rows];
    // What only one of them found, such as a line of one cell between the rows, is not lost.
    return { ...chosen, text: { ...chosen.text, lines: withMissed(chosen.text.lines, other.text.lines) } };
  }
}

/** What was read before is better than nothing. */
function orElse(before: Reading): (error: unknown) => Reading {
  return (error) => {
    if (error instanceof OcrError && before.text.lines.length > 0) return before;
    throw error;
  };
}

function isSideways(text: LegibleText): boolean {
  return text.sideways_characters > text.sure_characters;
}
