/**
 * The words by which a text makes a number a bound. Everything here is matched against short pieces of one sentence that
 * end, or begin, at the number.
 */

export type Direction = 'lower' | 'upper';

/** A phrase directly in front of a number. */
export interface Phrase {
  direction: Direction | 'unclear';
  /** Characters of it, denial included. */
  length: number;
  isDenied: boolean;
  /** `min.` or `max.`, which can stand on either side of a number. */
  isLabel: boolean;
}

/** What may be more is not bounded. */
const PERMITTED = /\b(?:may|can|could|might)(?:\s+(?:be|go|rise|fall|become|get))?\s*$/i;

/** How much text in front of a number its phrase can take. */
const COMPARISON_REACH = 60;
const DENIAL_REACH = 120;
const LABEL_REACH = 110;

const END = String.raw`\s*:?\s*(?:(?:a|an|the)\s+)?$`;
const behind = (words: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})${END}`, 'iu');
const MORE = 'more|greater|higher|larger|longer|bigger|thicker|wider|deeper|heavier|hotter|warmer|faster|later|older';
const LESS = 'less|fewer|lower|smaller|shorter|thinner|narrower|nearer|closer|lighter|colder|cooler|slower|earlier';
const OR_EQUAL = String.raw`(?:\s*,?\s*or equal to,?)?`;

/** What a denial turns round. A number behind `more than` is a lower bound. */
const COMPARISONS: readonly (readonly [RegExp, Direction])[] = [
  [
    behind(`(?:${MORE}) than${OR_EQUAL}|equal to or (?:${MORE}) than|over|above|in excess of|exceed(?:s|ed|ing)?`),
    'lower',
  ],
  [behind(`(?:${LESS}) than${OR_EQUAL}|equal to or (?:${LESS}) than|under|below`), 'upper'],
  [/>\s*$/, 'lower'],
  [/<\s*$/, 'upper'],
  [behind('mehr als|plus de'), 'lower'],
  [behind('weniger als|moins de'), 'upper'],
];

/** What has no opposite: denied, it says nothing that is certain. */
const ABSOLUTES: readonly (readonly [RegExp, Direction])[] = [
  [behind('at least|mindestens|au moins'), 'lower'],
  [behind('at (?:the )?most|up to(?: and including)?|höchstens|au plus'), 'upper'],
  [/(?:≥|>=|=>)\s*$/, 'lower'],
  [/(?:≤|<=|=<)\s*$/, 'upper'],
];

/** Behind these a denial speaks of something else: `do not start until it is more than …`, `it is not necessary to …`. */
const OTHER_CLAUSE =
  'not|never|no|without|cannot|neither|until|till|unless|before|after|if|when|whenever|while|where|whether|because|since|that|which|who|as|once|so|than|but|and|or|nor|necessary|necessarily|required|require|requires|need|needs|needed|needing|have|possible|only|just|merely|simply|sure|enough|always|usually|normally|often|yet|sufficient|alone|even|every|all|both|any';
const PLAIN = String.raw`(?:\s+(?!(?:${OTHER_CLAUSE})\b)(?!\p{L}*n['’]t\b)\p{L}+(?:-\p{L}+)?)`;

const DENIAL = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:not|never|nor|cannot|\p{L}{2,6}n['’]t)${PLAIN}{0,10}|no\s+\p{L}+\s+(?:must|shall|should)${PLAIN}{0,4}|(?:no|without|neither|nicht|pas)(?: be)?)\s*$`,
  'iu',
);

/** What a maximum or a minimum is of. */
export const LABEL_WORD =
  'allowable|allowed|permissible|permitted|acceptable|operating|working|total|safe|rated|initial|final|internal|external|torque|pressure|temperature|clearance|gap|play|backlash|length|thickness|diameter|depth|width|height|distance|radius|voltage|current|resistance|force|load|tension|preload|weight|mass|speed|flow|capacity|frequency|time|value|leakage|wear';
/** With these, a maximum is the circumstance of another number: `at maximum speed the torque is …`. */
const CIRCUMSTANCE =
  /\b(?:at|with|under|during|after|before|until|when|while|if|once|for|from|by|in|on|to|as|reach\p{L}*|not|no)\s+(?:the\s+|a\s+|its\s+)?$/iu;
const NOT_IN_LABEL =
  'is|are|be|was|and|or|to|the maximum|max|min|maximum|minimum|not|no|never|more|less|at|with|under|during|when|if|than|above|below|over|exceed';
const LABEL = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(max|min)(?:imum|imal)?(?![\p{L}\p{N}])\.?(?:((?:\s+(?:${LABEL_WORD})){0,3})|((?:\s+(?!(?:${NOT_IN_LABEL})\b)\p{L}+){0,8}?(?: at (?:one|each|any) \p{L}+)?)\s*(of|is|are|=|:|must be|shall be|should be))${END}`,
  'iu',
);

/** What makes a number a bound directly in front of it; null where nothing there does. */
export function phraseBefore(before: string): Phrase | null {
  const near = before.slice(-COMPARISON_REACH);
  for (const [pattern, direction] of ABSOLUTES) {
    const found = pattern.exec(near);
    if (found) return { direction, length: found[0].length, isDenied: false, isLabel: false };
  }
  for (const [pattern, direction] of COMPARISONS) {
    const found = pattern.exec(near);
    if (found) return withDenial(before.slice(0, before.length - found[0].length), found[0], direction);
  }
  return label(before);
}

function withDenial(before: string, comparison: string, direction: Direction): Phrase {
  if (PERMITTED.test(before.slice(-30)))
    return { direction: 'unclear', length: comparison.length, isDenied: false, isLabel: false };
  const denial = DENIAL.exec(before.slice(-DENIAL_REACH))?.[0] ?? early(before, comparison);
  if (denial === undefined) return { direction, length: comparison.length, isDenied: false, isLabel: false };
  const turned = direction === 'lower' ? 'upper' : 'lower';
  return { direction: turned, length: denial.length + comparison.length, isDenied: true, isLabel: false };
}

/** `before exceeding` is no more than that. */
function early(before: string, comparison: string): string | undefined {
  return /^exceeding/i.test(comparison) ? /\bbefore\s*$/i.exec(before.slice(-12))?.[0] : undefined;
}

/** `max.`, `maximum torque`, `Maximum allowable torque of the nut:`. */
function label(before: string): Phrase | null {
  const near = before.slice(-LABEL_REACH);
  const found = LABEL.exec(near);
  if (!found) return null;
  const [written, which, , words = '', link] = found;
  const isOther = words !== '' && link !== 'of' && CIRCUMSTANCE.test(near.slice(0, found.index));
  const direction = which!.toLowerCase() === 'max' ? 'upper' : 'lower';
  return { direction: isOther ? 'unclear' : direction, length: written.length, isDenied: false, isLabel: true };
}

const CLAUSE_ENDS = String.raw`(?=\s*(?:[.,;:)\]|]|$)|\s+(?:and|at|for|on|when|if|with|during|in)\b(?!\s*[\d#]))`;
const suffix = (words: string) => new RegExp(String.raw`^\s*(?:${words})${CLAUSE_ENDS}`, 'iu');
const ADJECTIVES_UP = `${MORE}|above|over|up|upwards?|beyond`;
const ADJECTIVES_DOWN = `${LESS}|below|under`;

const SUFFIXES: readonly (readonly [RegExp, Direction])[] = [
  [/^\.?\s*\(\s*max(?:imum|\.)?\s*\)/i, 'upper'],
  [/^\.?\s*\(\s*min(?:imum|\.)?\s*\)/i, 'lower'],
  [suffix(String.raw`\.?\s*,?\s*max(?:imum)?(?!\p{L})(?!\.?\s*[\d#])\.?`), 'upper'],
  [suffix(String.raw`\.?\s*,?\s*min(?:imum)?(?!\p{L})(?!\.?\s*[\d#])\.?`), 'lower'],
  [/^\s?min(?:imum|\.)(?= and #+(?: \(#+\))? max)/i, 'lower'],
  [suffix(String.raw`,?\s*(?:at (?:the )?most|as a maximum|(?:is|are) the maximum)`), 'upper'],
  [suffix(String.raw`,?\s*(?:at (?:the )?least|as a minimum|(?:is|are) the minimum)`), 'lower'],
  [suffix(`(?:or|and) (?:${ADJECTIVES_DOWN})`), 'upper'],
  [suffix(`(?:or|and) (?:${ADJECTIVES_UP})`), 'lower'],
  [suffix('(?:must|shall|should) not be exceeded|(?:is|are) not to be exceeded'), 'upper'],
];

/** What makes a number a bound directly behind it, and how long that is. */
export function phraseBehind(after: string): { direction: Direction; length: number } | null {
  for (const [pattern, direction] of SUFFIXES) {
    const found = pattern.exec(after);
    if (found) return { direction, length: found[0].length };
  }
  return null;
}

/** Denies something in its sentence. `No. 3` does not. */
export const NEGATOR =
  /(?<![\p{L}\p{N}])(?:not|never|nor|neither|none|without|cannot|unless|except\p{L}*|exclud\p{L}*|avoid\p{L}*|prevent\p{L}*|prohibit\p{L}*|forbid\p{L}*|fail(?:s|ed|ing)?|refrain\p{L}*|nothing|hardly|barely|rarely|seldom|scarcely|unacceptable|non(?=[- ]?exceed)|nicht|kein\p{L}*|niemals|ne|pas|jamais|sans|ohne|no(?!\.|\s*[\d#]))(?![\p{L}\p{N}])|n['’]t(?!\p{L})/giu;

/** In front of a single number it names one end of something; a range says both itself: the gap between ring and hub is 0.4 to 0.8 mm. */
export const BETWEEN = /(?<![\p{L}\p{N}])between(?![\p{L}\p{N}])/giu;

/** Compares something near a number. Adjectives that can also name a part (the lower bolt) only where they compare. */
export const COMPARATIVE = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:more|less|fewer|above|below|over|under|beyond|beneath|exceed\p{L}*|excess\p{L}*|max(?:im\p{L}+)?|min(?:im\p{L}+)?|most|least|limit\p{L}*|up to|upwards?|downwards?|outside|threshold|nlt|nmt|nte|plus|minus|mehr|weniger|höchstens|mindestens|moins|über|unter|dépass\p{L}*|excéd\p{L}*)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:${MORE}|${LESS})(?=\s*(?:than|limit|value|of|or|and)\b|\s*[^\p{L}\s]|\s*$)`,
    String.raw`(?<![\p{L}\p{N}])(?:or|and|no|not)\s+(?:${MORE}|${LESS})(?!\p{L})`,
    '[<>≤≥≮≯⩽⩾≦≧﹤﹥＜＞]|&[lg][te];',
  ].join('|'),
  'giu',
);
