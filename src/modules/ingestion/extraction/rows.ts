import { lowered, raised, settleRaised } from './raised-text.js';
import { boxAround } from './text-boxes.js';
import { cleanLine } from './text-cleanup.js';
import type { Row, Segment, TextRun } from './text-line.js';

/** Baselines closer than this share of the font size are one row: superscripts join it, tight lines stay apart. */
const SAME_BASELINE = 0.45;

/**
 * Gaps in font sizes: beyond the first a space was meant; beyond the second, runs are kept apart until it is known
 * whether a gutter, the border of a table cell or just a wide space lies between them.
 */
const WORD_GAP = 0.15;
const PIECE_GAP = 0.5;

/** Sorts runs into rows from top to bottom, whatever order the file draws them in. */
export function toRows(runs: TextRun[]): Row[] {
  const groups: TextRun[][] = [];
  let tallest: TextRun | undefined;
  for (const run of [...runs].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const size = Math.max(run.size, tallest?.size ?? 0);
    const group = groups.at(-1);
    if (group && tallest && Math.abs(run.y - tallest.y) <= SAME_BASELINE * size) {
      group.push(run);
      if (run.size > tallest.size) tallest = run;
    } else {
      groups.push([run]);
      tallest = run;
    }
  }
  return groups.map(toRow).filter((row) => row.segments.length > 0);
}

function toRow(group: TextRun[]): Row {
  const runs = withoutOverprint(group);
  const characters = (some: TextRun[]) => some.reduce((sum, run) => sum + run.text.length, 0);
  const total = characters(runs);
  const rtl = characters(runs.filter((run) => run.rtl)) > total / 2;
  const dominant = runs.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  return {
    segments: toSegments(runs, rtl),
    y: dominant.y,
    size: dominant.size,
    bold: characters(runs.filter((run) => run.bold)) >= total * 0.8,
    rtl,
  };
}

/** Some programs draw text twice, slightly shifted, to make it look bold. */
function withoutOverprint(group: TextRun[]): TextRun[] {
  const sorted = group.sort((a, b) => a.x - b.x);
  return sorted.filter((run, i) => {
    const before = sorted[i - 1];
    return !(before && before.text === run.text && run.x - before.x < 0.2 * run.size && before.width > 0);
  });
}

function toSegments(runs: TextRun[], rtl: boolean): Segment[] {
  const pieces: { runs: TextRun[]; right: number }[] = [];
  for (const run of runs) {
    const piece = pieces.at(-1);
    if (piece && run.x - piece.right <= PIECE_GAP * run.size) {
      piece.runs.push(run);
      piece.right = Math.max(piece.right, run.x + run.width);
    } else {
      pieces.push({ runs: [run], right: run.x + run.width });
    }
  }
  if (rtl) pieces.reverse();
  return pieces
    .map((piece): Segment => {
      const text = cleanLine(settleRaised(joinRuns(piece.runs, rtl)));
      const corners = piece.runs.flatMap((run) => (run.corners ? [run.corners] : []));
      const read = piece.runs.flatMap(({ ocr_confidence: confidence }) => confidence ?? []);
      const reading = read.length > 0 ? { ocr_confidence: Math.min(...read) } : {};
      const boxes = corners.length > 0 ? { boxes: [{ ...boxAround(text.length, corners), ...reading }] } : {};
      return { text, x: piece.runs[0]!.x, right: piece.right, ...boxes };
    })
    .filter((segment) => segment.text !== '');
}

/** Puts the spaces back that a file only draws as distance. */
function joinRuns(runs: TextRun[], rtl: boolean): string {
  const base = runs.reduce((a, b) => (b.size > a.size ? b : a));
  let text = '';
  let before: TextRun | undefined;
  for (const run of rtl ? [...runs].reverse() : runs) {
    if (before) {
      const gap = rtl ? before.x - (run.x + run.width) : run.x - (before.x + before.width);
      if (gap > WORD_GAP * run.size) text += ' ';
    }
    text += shifted(run, base);
    before = run;
  }
  return text;
}

/** Superscripts and subscripts: smaller than the letters beside them, and on another baseline; long ones are text. */
const SMALL = [0.45, 0.86] as const;
const MAX_SHIFTED = 12;

function shifted(run: TextRun, base: TextRun): string {
  const share = run.size / base.size;
  if (share < SMALL[0] || share > SMALL[1] || run.text.trim().length > MAX_SHIFTED) return run.text;
  const rise = (base.y - run.y) / base.size;
  if (rise > 0.12) return raised(run.text);
  return rise < -0.08 ? lowered(run.text) : run.text;
}
