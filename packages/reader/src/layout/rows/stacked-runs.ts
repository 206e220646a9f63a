import { joinRuns } from './joined-runs.js';
import { lowered, raised } from '../../text/raised-text.js';
import { boundsOf } from './text-boxes.js';
import { joinLines } from '../../text/text-cleanup.js';
import type { TextRun } from './text-line.js';

/** Runs on roughly one baseline, and the largest of them. */
export type RunGroup = TextRun[];

/** Distances in font sizes: of raised or lowered text from its line, and from the letters it belongs to. */
const MAX_RISE = 0.85;
const BESIDE = 0.6;

/** Distances of small text from its baseline and from its words, in font sizes. */
const OFF_LINE = 0.08;
const JOINED = 0.5;
const APART = 2;

/** Relative size of raised and stacked text. */
const SMALL = 0.86;

/** Distance of other lines from a line next to a two-line cell. */
const ROW_DISTANCE = 1.6;

const MAX_CHARACTERS = 12;
const NUMBER = /^\d{1,4}$/;
const LIMIT = /^[+±−–-]?\s?\d*[.,]?\d+$/;

/** Moves superscripts, fractions, stacked tolerances and two-line cells that are centered in their row back into the line. */
export function withStacks(groups: readonly RunGroup[]): RunGroup[] {
  const joined = groups.map((group) => [...group]);
  const sizes = groups.map((group) => Math.max(...group.map(({ size }) => size)));
  const middles = groups.map((group, i) => group.find(({ size }) => size === sizes[i])!.y);
  groups.forEach((group, i) => {
    const near = [i - 2, i - 1, i + 1, i + 2]
      .filter((j) => groups[j] && Math.abs(middles[i]! - middles[j]!) <= MAX_RISE * sizes[j]!)
      .sort((a, b) => Math.abs(middles[i]! - middles[a]!) - Math.abs(middles[i]! - middles[b]!));
    const host = near.find((j) => {
      const line = { runs: groups[j]!, size: sizes[j]!, y: middles[j]! };
      return (
        sizes[i]! <= line.size && (group.every((run) => fits(run, line.runs, line.size)) || isOtherHalf(group, line))
      );
    });
    if (host === undefined) return;
    joined[host]!.push(...group);
    joined[i] = [];
  });
  joined.forEach((_, i) => mergeCentred(joined, i, middles));
  return joined.map(withFractions);
}

/** Whether small text that stands alone is close to a line to which it may belong. */
export function isStray(group: RunGroup, others: readonly RunGroup[]): boolean {
  if (!group.every(({ text }) => LIMIT.test(text.trim()) && text.trim().length <= MAX_CHARACTERS)) return false;
  return others.some((other) =>
    other.some(
      (run) =>
        other !== group &&
        group.every(({ size }) => size < SMALL * run.size) &&
        group.some((one) => Math.abs(one.y - run.y) <= run.size && distance(one, run) <= 2 * run.size),
    ),
  );
}

/** Whether a run is small text or a number directly next to the line, not above or below its text. */
function fits(run: TextRun, host: RunGroup, size: number): boolean {
  const base = host.filter((one) => one.size >= SMALL * size);
  const text = run.text.trim();
  const isNumber = LIMIT.test(text);
  if (text.length > MAX_CHARACTERS || (run.size >= SMALL * size && !isNumber)) return false;
  if (base.some((one) => distance(one, run) < -0.1 * size)) return false;
  const before = base.some((one) => one.x < run.x && distance(one, run) <= BESIDE * size);
  const after = base.some((one) => one.x > run.x && distance(one, run) <= BESIDE * size);
  return run.size < SMALL * size ? before || (after && isNumber) : before && after;
}

/** Whether a small number belongs above or below one that is off the baseline, at any distance from its words. */
function isOtherHalf([run, ...more]: RunGroup, line: { runs: RunGroup; size: number; y: number }): boolean {
  if (!run || more.length > 0 || !NUMBER.test(run.text.trim()) || run.size >= SMALL * line.size) return false;
  if (line.runs.some((one) => one.size >= SMALL * line.size && distance(one, run) < -0.1 * line.size)) return false;
  return line.runs.some((half) => {
    const [upper, lower] = run.y < half.y ? [run, half] : [half, run];
    const isSplit = line.y - upper.y > OFF_LINE * line.size && lower.y - line.y > OFF_LINE * line.size;
    const isSameSize = Math.abs(half.size - run.size) <= 0.1 * run.size && lower.y - upper.y <= 1.5 * run.size;
    return isSplit && isSameSize && isStack(upper, lower) && written([upper, lower], line.runs) !== undefined;
  });
}

/** Keeps a small number apart that is off the line and far from its words: it may be half of a fraction. */
function keptApart(run: TextRun, group: RunGroup, size: number): TextRun {
  if (run.size >= SMALL * size || !NUMBER.test(run.text.trim())) return run;
  const words = group.filter((one) => one.size >= SMALL * size);
  const nearest = words.reduce((a, b) => (distance(b, run) < distance(a, run) ? b : a));
  const drop = (run.y - nearest.y) / size;
  const gap = distance(nearest, run);
  if (Math.abs(drop) <= OFF_LINE || gap <= JOINED * size || gap > APART * size) return run;
  return { ...run, text: drop > 0 ? lowered(run.text) : raised(run.text) };
}

/** Horizontal gap between two runs; negative if they overlap. */
function distance(a: TextRun, b: TextRun): number {
  return Math.max(b.x - (a.x + a.width), a.x - (b.x + b.width));
}

/** Merges the lines above and below row `i` into it if together they are a cell of it. */
function mergeCentred(groups: RunGroup[], i: number, middles: readonly number[]): void {
  const [above, row, below] = [groups[i - 1], groups[i]!, groups[i + 1]];
  if (!above?.length || !below?.length || row.length < 2) return;
  const size = Math.max(...row.map((run) => run.size));
  const isOff = (j: number): boolean => Math.abs(Math.abs(middles[i]! - middles[j]!) / size - 0.6) <= 0.25;
  const isFree = [i - 2, i + 2].every((j) => !(Math.abs((middles[j] ?? Infinity) - middles[i]!) < ROW_DISTANCE * size));
  if (!isFree || !isOff(i - 1) || !isOff(i + 1)) return;
  const lines = [...above, ...below];
  const left = Math.min(...lines.map(({ x }) => x));
  const right = Math.max(...lines.map(({ x, width }) => x + width));
  const isRoom = row.every((run) => run.x + run.width < left || run.x > right);
  const isInside = row.some((run) => run.x < left) && row.some((run) => run.x > right);
  if (!isRoom || !isInside || lines.some(({ rtl }) => rtl)) return;
  const text = joinLines(lineOf(above), lineOf(below));
  row.push({ ...above[0]!, ...boundsOf(lines), text, x: left, width: right - left, y: middles[i]! });
  groups[i - 1] = [];
  groups[i + 1] = [];
}

function lineOf(runs: RunGroup): string {
  return joinRuns(
    [...runs].sort((a, b) => a.x - b.x),
    false,
  );
}

/** Writes stacked numbers as a fraction, and limits of a tolerance one after the other. */
function withFractions(group: RunGroup): RunGroup {
  const size = Math.max(0, ...group.map((run) => run.size));
  const rest: RunGroup = [];
  for (const run of [...group].sort((a, b) => a.x - b.x)) {
    const other = rest.find((one) => isStack(one, run));
    const pair = other && written(other.y < run.y ? [other, run] : [run, other], group);
    if (!other || pair === undefined) {
      rest.push(run);
      continue;
    }
    const x = Math.min(other.x, run.x);
    const width = Math.max(other.x + other.width, run.x + run.width) - x;
    const base = group.find((one) => one.size === size)!;
    rest[rest.indexOf(other)] = { ...run, ...boundsOf([other, run]), text: pair, x, width, size, y: base.y };
  }
  return rest.map((run) => keptApart(run, group, size));
}

function isStack(a: TextRun, b: TextRun): boolean {
  const overlap = -distance(a, b);
  const least = Math.min(a.size, b.size);
  return overlap >= 0.5 * Math.min(a.width, b.width) && Math.abs(a.y - b.y) >= 0.4 * least;
}

function written([above, below]: readonly [TextRun, TextRun], group: RunGroup): string | undefined {
  const [upper, lower] = [above.text.trim(), below.text.trim()];
  if (NUMBER.test(upper) && NUMBER.test(lower)) {
    // After a letter they are an exponent and an index.
    const before = group.find((run) => run.x < above.x && Math.abs(distance(run, above)) <= 0.1 * run.size);
    if (before && /\p{L}$/u.test(before.text)) return undefined;
    return `${raised(upper)}⁄${lowered(lower)}`;
  }
  if (!LIMIT.test(upper) || !LIMIT.test(lower) || !/^[+±−–-]/.test(upper + lower)) return undefined;
  return ` ${upper}/${lower} `;
}
