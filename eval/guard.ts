import type { Scores } from './questions/score-answers.js';

/** Points that a score may fall before the guard fails; two of a hundred. */
export const TOLERANCE = 0.02;
/** Shares are kept with this many digits: a difference that rounding makes is none. */
const DIGITS = 4;

/** What fell by more than the tolerance, one line each; a kept score that is not measured any more has fallen. */
export function fallenScores(scores: Scores, kept: Scores): string[] {
  return Object.entries(kept).flatMap(([name, before]) => {
    const now = scores[name];
    if (now === undefined) return [`${name}: not measured, kept ${before}`];
    return rounded(before - now) > TOLERANCE ? [`${name}: ${rounded(now)}, kept ${before}`] : [];
  });
}

/** The file of kept scores. */
export function keptScores(scores: Scores): string {
  const values = Object.entries(scores).map(([name, value]) => [name, rounded(value)] as const);
  return `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`;
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}
