import { lowered, raised } from '../../text/raised-text.js';
import { areUnspaced } from '../../text/text-cleanup.js';
import type { TextRun } from './text-line.js';

/** Gap in font sizes that is a space. */
const WORD_GAP = 0.15;

/** The same for scripts without spaces, which may be set wide. */
const UNSPACED_GAP = 0.4;

/** Text of runs by x. Restores spaces that a file draws only as distance. */
export function joinRuns(runs: TextRun[], rtl: boolean): string {
  const base = runs.reduce((a, b) => (b.size > a.size ? b : a));
  let text = '';
  let before: TextRun | undefined;
  for (const run of rtl ? [...runs].reverse() : runs) {
    if (before) {
      const gap = rtl ? before.x - (run.x + run.width) : run.x - (before.x + before.width);
      if (gap > (areUnspaced(before.text, run.text) ? UNSPACED_GAP : WORD_GAP) * run.size) text += ' ';
    }
    text += isDenominator(text, run, base) ? lowered(run.text) : shifted(run, base);
    before = run;
  }
  return text;
}

/** Size of superscripts and subscripts relative to adjacent letters. They are on another baseline; long ones are text. */
const SMALL = [0.45, 0.86] as const;
const MAX_SHIFTED = 12;

function shifted(run: TextRun, base: TextRun): string {
  const share = run.size / base.size;
  if (share < SMALL[0] || share > SMALL[1] || run.text.trim().length > MAX_SHIFTED) return run.text;
  const rise = (base.y - run.y) / base.size;
  if (rise > 0.12) return raised(run.text);
  return rise < -0.08 ? lowered(run.text) : run.text;
}

/** Small digits on the line after a raised number and a slash. */
function isDenominator(before: string, run: TextRun, base: TextRun): boolean {
  return (
    /\ufdd0\d{1,4}(?:[/⁄]\ufdd2|\ufdd2(?:[/⁄]|\ufdd0[/⁄]\ufdd2))$/.test(before) &&
    /^\d+$/.test(run.text) &&
    run.size <= SMALL[1] * base.size
  );
}
