import { UNKNOWN_SPAN, type Reading, type Span } from './quantity-reader.js';

type Side = 'min' | 'max';

/** Characters of the clause that are read on each side of a number. */
const REACH = 80;

/** Bounds directly before a number. */
const PREFIXES: readonly (readonly [RegExp, Side])[] = [
  [/(?:(?<!\p{L})(?:(?:not|no)(?: be)? (?:less|lower) than|at least|min(?:imum)?(?: of|\.)?:?)|[≥>]|>=)\s*$/iu, 'min'],
  [
    /(?:(?<!\p{L})(?:(?:not|no)(?: be)? (?:more|greater) than|not (?:to )?exceed(?:ing)?|at most|max(?:imum)?(?: of|\.)?:?)|[≤<]|<=)\s*$/iu,
    'max',
  ],
];

/** Bounds directly after a number, unless another number follows that they could belong to. */
const SUFFIXES: readonly (readonly [RegExp, Side])[] = [
  [/^,?\s?(?:min(?:imum)?(?!\p{L}|\.?\s*\d)\.?|\(min(?:imum|\.)?\))/iu, 'min'],
  [/^,?\s?(?:max(?:imum)?(?!\p{L}|\.?\s*\d)\.?|\(max(?:imum|\.)?\))/iu, 'max'],
];

/** Other bounds of the clause. Their `not` negates nothing else. */
const OTHER_BOUNDS = /(?:not|no)(?: be)? (?:less|lower|more|greater) than/giu;

/** Words that negate. `No. 3` does not match. */
const NEGATED =
  /(?<![\p{L}\p{N}])(?:not|never|nor|neither|none|without|cannot|unless|except\p{L}*|exclud\p{L}*|avoid\p{L}*|prevent\p{L}*|prohibit\p{L}*|forbid\p{L}*|fail(?:s|ed|ing)?|refrain\p{L}*|hardly|nicht|kein\p{L}*|ne|pas|sans|ohne|no(?!\.|\s*\d))(?![\p{L}\p{N}])|n['’]t(?!\p{L})/iu;

/** Another bound in the clause: `At maximum speed the torque is max. 30 N·m`. */
const LABELED = /(?<!\p{L})(?:max|min)(?:imum)?(?!\p{L})(?!\.? \d)/iu;

/** Before a number: the value is a share, a change, approximate or outdated. */
const ALTERED =
  /(?<!\p{L})(?:half|halves|thirds?|quarters?|twice|thrice|double|triple|times|fraction|part|share|percent|per cent|%|instead|rather|lieu|place|short|about|approximately|approx\.?|around|roughly|nearly|almost|just|by|was|were|formerly|previously|outside|than)(?:\s+(?:of|than|the|a|an|as|to|in))*\s*:?\s*$/iu;

/** Signs of a tolerance, and other numbers of a list. */
const JOINED_BEFORE = /[±+−–-]\s*$|\d\s*(?:,|;|\/|~|÷|(?<!\p{L})(?:or|and)(?!\p{L}))\s*$/iu;
const JOINED_BEHIND = /^\s*[,;]?\s*(?:[±+−–/-]\s?[\d.]|(?:or|and) \d)/u;

/** After a number: a comparison or a judgment. */
const COMPARED =
  /(?<!\p{L})(?:above|below|over|under|beyond|more|less|higher|lower|greater|smaller|plus|minus|too|(?:max|min)(?:imum)?(?!\p{L}|\.?\s*\d))(?!\p{L})/iu;

/**
 * The smallest and largest number that the text states: of a range or tolerance (`96 to 102 N·m`, `10 ± 2`), or of a
 * bound next to a single number (`max. 30`, `30 maximum`, `not less than 30`). A single number without a bound has
 * neither, because the words around it decide what it means: `Torque to half of 30 N·m`, `30 N·m is too much`.
 */
export function statedSpan(text: string, { start, end, span, shape }: Reading): Span {
  const before = clauseBefore(text, start);
  const behind = clauseBehind(text, end);
  if (shape !== 'single') return isQualified(before, behind) ? UNKNOWN_SPAN : span;
  const prefix = find(PREFIXES, before);
  const suffix = find(SUFFIXES, behind);
  const side = prefix?.side ?? suffix?.side;
  const isContradicted = prefix && suffix && prefix.side !== suffix.side;
  const rest = before.slice(0, before.length - (prefix?.length ?? 0));
  if (side === undefined || isContradicted || isQualified(rest, behind.slice(suffix?.length ?? 0))) return UNKNOWN_SPAN;
  return side === 'min' ? { min: span.min, max: null } : { min: null, max: span.max };
}

function find(words: typeof PREFIXES, clause: string): { side: Side; length: number } | null {
  for (const [pattern, side] of words) {
    const found = pattern.exec(clause);
    if (found) return { side, length: found[0].length };
  }
  return null;
}

/** Whether the clause changes the meaning of the number. */
function isQualified(before: string, behind: string): boolean {
  return (
    NEGATED.test(before.replace(OTHER_BOUNDS, '')) ||
    LABELED.test(before) ||
    ALTERED.test(before) ||
    JOINED_BEFORE.test(before) ||
    JOINED_BEHIND.test(behind) ||
    COMPARED.test(behind.replace(OTHER_BOUNDS, ''))
  );
}

function clauseBefore(text: string, start: number): string {
  return text
    .slice(Math.max(0, start - REACH), start)
    .split(/[.!?;]\s+(?=\p{Lu})|[|\n]/u)
    .at(-1)!;
}

/** Ends at the next stop, table cell or number. */
function clauseBehind(text: string, end: number): string {
  const clause = text.slice(end, end + REACH).split(/[!?;|\n]|\.\s+(?=\p{Lu})/u)[0]!;
  const next = clause.slice(3).search(/\d/u);
  return next < 0 ? clause : clause.slice(0, next + 4);
}
