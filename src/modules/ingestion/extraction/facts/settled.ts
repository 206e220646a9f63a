/**
 * Denials and comparisons that are complete without the quantity beside them: `… and make sure that there is no leakage`,
 * `If it is not in limits, torque it to …`. Each pattern names one plain form; what has none of these forms stays in doubt.
 *
 * Texts come with quantities as `#` and the phrases of quantities as `_`.
 */

const COUNT = String.raw`(?:\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten)`;
const WORDS = String.raw`(?:\s(?!(?:exceed|go|goes|going|more|less|that|if|until|not|no|never)(?!\p{L}))[\p{L}-]{1,30})`;
const VERB = '(?:is|are|has|have|must|shall|should)';
const PART =
  '(?:ground|floor|pump|housing|bench|platform|drain|valve|port|tank|engine|component|unit|fitting|nacelle|aircraft|bowl|filter)';
const WORK =
  '(?:do|replace|wait|torque|tighten|make|set|adjust|install|remove|lift|lower|add|use|apply|charge|fill|release|drain|bleed|stop|operate|repair|increase|decrease|turn)';

/** Speaks of a number of things, or of a place: `not more than two in one spinner`, `150 mm above the ground`. */
const OF_THINGS = new RegExp(
  [
    String.raw`(?<!\p{L})(?:(?:not|no) )?(?:more|less|fewer) than ${COUNT} (?!(?:or|and|to)(?!\p{L}))(?=\p{L})`,
    String.raw`(?<!\p{L})(?:above|below|over|under) the (?:\p{L}{1,30} ){0,2}${PART}(?!\p{L})(?! (?:limit|value|pressure|temperature|torque|maximum|minimum))`,
    String.raw`\| as above(?!\p{L})`,
    String.raw`(?<!\p{L})(?:the|a|oil|fuel) cooler(?= \()`,
    // A bound in a cell of its own.
    String.raw`(?:max|min)imum(?= \|)(?<=\| \d{1,6}(?: (?:ppm|cst))? \p{L}+)`,
  ].join('|'),
  'giu',
);

/** In front of a number. */
const CLOSED_BEFORE = new RegExp(
  [
    // Behind its own quantity, at the end of its cell.
    String.raw`(?:max|min)imum(?= \|)(?<=#(?: [\p{L}/]{1,12}){0,2} \p{L}+)`,
    // A circumstance at the start, work behind its comma.
    String.raw`if (?<=(?:^|[.!?:]\s)\s{0,3}(?:\(?\w{1,2}[.)]\s{1,3})?if )[^,.;:#\d]{1,100}, (?:then )?(?=${WORK}(?!\p{L}))`,
    String.raw`(?<!\p{L})no(?:\s(?!more|less)[\p{L}-]{1,30}){1,4}?(?: and (?=(?:that|its|their|the) (?!not)\p{L})|: (?=an? ))`,
    String.raw`(?<!\p{L})(?:when|if) [^,.;:#\d]{1,80}? does not \p{L}{1,30} or (?=(?:when|if) )`,
    String.raw`(?<!\p{L})without${WORDS}{1,5}? (?=${VERB}(?!\p{L}))`,
    String.raw`(?<!\p{L})without${WORDS}{1,3} (?=\|)`,
  ].join('|'),
  'giu',
);

/** Behind a number. */
const CLOSED_BEHIND = new RegExp(
  [
    String.raw`(?:,|(?<!\p{L})and) (?:then )?(?:make sure|be sure|ensure|check|that there|must not (?!be(?!\p{L})))[^.;#]{0,80}`,
    String.raw`(?<!\p{L})without(?=\s(?!exceed|going|more|less|fail|being)\p{L})`,
    String.raw`(?<!\p{L})that you can(?:not|['’]t) (?:see|feel|hear)`,
    String.raw`[:|] (?:no (?:action|fault)|do not release)(?!\p{L})`,
    String.raw`, not (?:cleanable|washable)(?!\p{L})`,
    // What is not to be done where the number is reached.
    String.raw`#, (?:then )?(?:do not|there is no)(?<=(?:^|[.!?:]\s)\s{0,3}(?:\(?\w{1,2}[.)]\s{1,3})?if [^.;]{1,150})`,
  ].join('|'),
  'giu',
);

/** The gap between two things, of which the verb behind them speaks: `the clearance between the door and the tyre is …`. */
const CLOSED_BETWEEN = new RegExp(
  String.raw`(?<!\p{L})between(?:\s(?!(?:that|which|where|when|if)(?!\p{L}))[\p{L}-]{1,30}){1,8}? (?=${VERB}(?!\p{L}))`,
  'giu',
);

const hide = (text: string, pattern: RegExp) => text.replace(pattern, (found) => found.replace(/[^#]/g, '_'));

/** The text in which a comparison that is found is about a quantity near it. */
export function comparing(text: string): string {
  return hide(text, OF_THINGS);
}

/** The text in which a denial that is found, or a comparison, reaches the numbers behind it. */
export function reachingBehind(text: string): string {
  return hide(comparing(text), CLOSED_BEFORE);
}

/** The text in which a denial that is found reaches the numbers in front of it. */
export function reachingBack(text: string): string {
  return hide(comparing(text), CLOSED_BEHIND);
}

/** The text in which a `between` that is found has its numbers still to come. */
export function openBetween(text: string): string {
  return hide(text, CLOSED_BETWEEN);
}
