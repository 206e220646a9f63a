import type { QuantityKind } from '@amks/language/facts/passage-facts.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';

/** Excludes things such as torque links and wrenches. */
const TORQUE =
  /\btorques?\b(?! (?:links?|arms?|tubes?|shafts?|motors?|switch(?:es)?|wrench(?:es)?|adapters?|stripes?|sequences?)\b)|\bhow tight\b|\btighten(?:ed|ing)?\b/iu;

/** Words of questions, and the kinds of quantity that answer them. */
const ASKED: readonly (readonly [RegExp, readonly QuantityKind[]])[] = [
  [TORQUE, ['torque']],
  [/\bpressures?\b|\bprecharge\b|\bpsi\b|\bbar\b/iu, ['pressure']],
  [/\btemperatures?\b|\bhow (?:hot|cold)\b|\bdegrees\b/iu, ['temperature']],
  [
    /\bhow (?:long|often|soon)\b|\bintervals?\b|(?<!(?:first|second|third|last|next|same|many|each|every) )\btimes?\b|\bwhen\b|\bduration\b|\bhours?\b|\blife\b/iu,
    ['time', 'cycles'],
  ],
  [/\bhow heavy\b|\bweights?\b|\bmass\b|\bweigh/iu, ['mass']],
  [/\bspeeds?\b|\bV[A-Z]{2}\b|\brpm\b/iu, ['speed', 'rotational_speed', 'ratio']],
  [/\bhow (?:fast|quick(?:ly)?)\b/iu, ['speed', 'rotational_speed', 'ratio', 'time']],
  [/\bvolt(?:age|s)?\b/iu, ['voltage']],
  [/\b(?:current|amps?|amperes?)\b/iu, ['current']],
  [/\bresistance\b|\bohms?\b/iu, ['resistance']],
  [/\bangles?\b|\bdeflection\b|\btravel\b/iu, ['angle', 'length']],
  [/\bforces?\b|\bhow hard\b|\bloads?\b/iu, ['force', 'mass']],
  [
    /\bcapacity\b|\bvolumes?\b|\bquantity\b|\bhow much\b|\bconsumption\b|\bleak(?:age)?\b|\bflow\b/iu,
    ['volume', 'mass', 'flow'],
  ],
  [
    /\bclearance\b|\bgaps?\b|\bplay\b|\bdimensions?\b|\bwear\b|\bdepth\b|\blengths?\b|\bdiameter\b|\bthick|\bfloat\b|\bbow\b|\bdistance\b|\bhow deep\b/iu,
    ['length'],
  ],
  [/\bhow far\b/iu, ['length', 'angle']],
];

/** The kinds of quantity that answer a question; null if it needs none. */
export function kindsAskedFor(question: string): QuantityKind[] | null {
  const kinds = ASKED.flatMap(([words, answering]) => (words.test(question) ? answering : []));
  return kinds.length > 0 ? kinds : null;
}

export function asksForTorque(question: string): boolean {
  return TORQUE.test(question);
}

const FASTENERS =
  /\b(?:nut|bolt|screw|plug|union|clamp|valve|pin|stud|fitting|coupling|cap|cover|bowl|connector|fastener)s?\b/giu;

/** Stems of the fasteners in a question about a torque: the torque of a nut does not answer for a bolt. */
export function fastenersAskedFor(question: string): string[] {
  return asksForTorque(question) ? fastenersIn(question) : [];
}

/** Stems of the fasteners in a text, in its order. */
export function fastenersIn(text: string): string[] {
  return [...text.matchAll(FASTENERS)].flatMap(([word]) => contentTerms(word));
}

export function isFastener(word: string): boolean {
  return word.match(FASTENERS)?.[0] === word;
}
