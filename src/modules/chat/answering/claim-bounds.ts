import { levelTypography, locateFacts } from './facts.js';

/** What is said of a number: that something is at least, at most, more or less than it. */
export type Bound = '>=' | '<=' | '>' | '<';

const AT_LEAST = String.raw`(?:not|never|no) (?:be )?(?:less|lower|smaller|fewer|under|below)(?: than)?|at least|a minimum of|minimum(?: of)?|min\.?|not under`;
const AT_MOST = String.raw`(?:not|never|no|cannot) (?:be )?(?:more|greater|higher|larger|longer|later|above|over|exceed(?:ing|s)?)(?: than)?|not (?:to )?exceed|at most|a maximum of|maximum(?: of)?|max\.?|up to|within`;
const MORE = 'more than|greater than|higher than|longer than|larger than|above|over|exceed(?:s|ed|ing)?|in excess of';
const LESS = 'less than|lower than|smaller than|fewer than|shorter than|below|under';
const LINK = String.raw`(?: (?:of|is|are|be|to|the))*[ :(]*`;

const BEFORE: readonly [RegExp, Bound][] = [
  [new RegExp(String.raw`\b(?:${AT_LEAST})${LINK}$`, 'iu'), '>='],
  [new RegExp(String.raw`\b(?:${AT_MOST})${LINK}$`, 'iu'), '<='],
  [new RegExp(String.raw`\b(?:${MORE})${LINK}$`, 'iu'), '>'],
  [new RegExp(String.raw`\b(?:${LESS})${LINK}$`, 'iu'), '<'],
];
const AFTER: readonly [RegExp, Bound][] = [
  [/^[ ,(]*(?:or|and) (?:more|above|higher|greater|over|longer|later)\b/iu, '>='],
  [/^[ ,(]*(?:or|and) (?:less|below|lower|smaller|under|shorter|earlier)\b/iu, '<='],
  [/^[ ,(]*(?:minimum|min\b|at least)/iu, '>='],
  [/^[ ,(]*(?:maximum|max\b|at most)/iu, '<='],
];
/** Characters around a number in which its bound stands. */
const REACH = 40;

const BOUND = new RegExp(String.raw`\b(?:${AT_LEAST}|${AT_MOST})`, 'giu');

/** A text without the words of its bounds: `not less than` forbids nothing. */
export function withoutBounds(text: string): string {
  return text.replace(BOUND, ' ');
}

/** The bound that a text puts on each of its facts; null on those it gives as they are. A fact may be bounded in several ways. */
export function boundsIn(text: string): Map<string, Set<Bound | null>> {
  const levelled = levelTypography(text);
  const bounds = new Map<string, Set<Bound | null>>();
  for (const { fact, start, end } of locateFacts(text)) {
    const before = levelled.slice(Math.max(0, start - REACH), start).replace(/[<>≤≥±~+-]\s*$/u, '');
    const after = levelled.slice(end, end + REACH);
    const bound =
      BEFORE.find(([pattern]) => pattern.test(before))?.[1] ??
      AFTER.find(([pattern]) => pattern.test(after))?.[1] ??
      null;
    bounds.set(fact, new Set([...(bounds.get(fact) ?? []), bound]));
  }
  return bounds;
}
