import type { Scores } from './questions/score-answers.js';

/** Decrease of a score that the guard tolerates: two points of a hundred, and one for wrong answers. */
export const TOLERANCE = 0.02;
const STRICT = /(?:^|\/)(?:worth|no wrong answer)$/;
const STRICT_TOLERANCE = 0.01;
/** Digits of stored scores, so that rounding causes no differences. */
const DIGITS = 4;

/** One line per score that fell by more than the tolerance or is no longer measured. */
export function fallenScores(scores: Scores, kept: Scores): string[] {
  return Object.entries(kept).flatMap(([name, before]) => {
    const now = scores[name];
    if (now === undefined) return [`${name}: not measured, kept ${before}`];
    return rounded(before - now) > (STRICT.test(name) ? STRICT_TOLERANCE : TOLERANCE)
      ? [`${name}: ${rounded(now)}, kept ${before}`]
      : [];
  });
}

/** Content of the file of stored scores. */
export function keptScores(scores: Scores): string {
  const values = Object.entries(scores).map(([name, value]) => [name, rounded(value)] as const);
  return `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`;
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}
