import { joinRuns } from './joined-runs.js';
import { settleRaised } from '../../text/raised-text.js';
import { isStray, withStacks, type RunGroup } from './stacked-runs.js';
import { boxAround } from './text-boxes.js';
import { cleanLine } from '../../text/text-cleanup.js';
import type { Row, Segment, TextRun } from './text-line.js';

/** Share of the font size within which baselines are one row: superscripts join it, tight lines do not. */
const SAME_BASELINE = 0.45;

/** Gap in font sizes that keeps runs apart until it is known to be a gutter, a cell border or a wide space. */
const PIECE_GAP = 0.5;

/** Sorts runs into rows from top to bottom, regardless of their order in the file. */
export function toRows(runs: TextRun[]): Row[] {
  return placeRuns(runs).rows;
}

/** As `toRows`. Also tells whether small numbers remain that may belong above or below a line. */
export function placeRuns(runs: TextRun[]): { rows: Row[]; stray: boolean } {
  const groups = withStacks(toGroups(runs)).filter((group) => group.length > 0);
  const stray = groups.some((group, i) => isStray(group, groups.slice(Math.max(0, i - 2), i + 3)));
  return { rows: groups.map(toRow).filter((row) => row.segments.length > 0), stray };
}

function toGroups(runs: TextRun[]): RunGroup[] {
  const groups: RunGroup[] = [];
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
  return groups;
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
