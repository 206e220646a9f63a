import { isMeasure } from './facts.js';
import { contentTerms } from './terms.js';

interface Quantity {
  /** Words that ask for it. */
  asked: RegExp;
  /** Units in which it is given. */
  units: RegExp;
}

/** Torque links, wrenches and stripes are things, not torques. */
const TORQUE =
  /\btorques?\b(?! (?:links?|arms?|tubes?|shafts?|motors?|switch(?:es)?|wrench(?:es)?|adapters?|stripes?|sequences?)\b)|\bhow tight\b|\btighten(?:ed|ing)?\b/iu;

const QUANTITIES: readonly Quantity[] = [
  {
    asked: TORQUE,
    units: /^(?:da)?N.?[mM]$|^N·cm$|^kgf?[·.]c?m$|lb|^(?:in|ft)[-·. ]/u,
  },
  { asked: /\bpressures?\b|\bprecharge\b|\bpsi\b|\bbar\b/iu, units: /psi|bar$|Pa$|Hg$/iu },
  { asked: /\btemperatures?\b|\bhow (?:hot|cold)\b|\bdegrees\b/iu, units: /[CF]$|^K$/u },
  {
    asked:
      /\bhow (?:long|often|soon)\b|\bintervals?\b|(?<!(?:first|second|third|last|next|same|many|each|every) )\btimes?\b|\bwhen\b|\bduration\b|\bhours?\b|\blife\b/iu,
    units:
      /^(?:ms|s|sec|seconds?|min|minutes?|h|hrs?|hours?|FH|FC|EFH|days?|weeks?|months?|years?|cycles?|landings?|flight.*)$/u,
  },
  { asked: /\bhow heavy\b|\bweights?\b|\bmass\b|\bweigh/iu, units: /^(?:k?g|mg|t|lbs?\.?|pounds?)$/u },
  {
    asked: /\bspeeds?\b|\bhow fast\b|\bV[A-Z]{2}\b|\brpm\b/iu,
    units: /^(?:kts?|knots?|km\/h|mph|m\/s|rpm|RPM|%|r\/min)$/u,
  },
  { asked: /\bvolt(?:age|s)?\b/iu, units: /^[mk]?V/u },
  { asked: /\b(?:current|amps?|amperes?)\b/iu, units: /^[mµ]?A$|amp/u },
  { asked: /\bresistance\b|\bohms?\b/iu, units: /Ω|ohm/iu },
  { asked: /\bangles?\b|\bdeflection\b|\btravel\b/iu, units: /°$|deg|^mm$/u },
  { asked: /\bforces?\b|\bhow hard\b|\bloads?\b/iu, units: /^(?:da|k)?N$|^lbf?$/u },
  {
    asked: /\bcapacity\b|\bvolumes?\b|\bquantity\b|\bhow much\b|\bconsumption\b|\bleak(?:age)?\b|\bflow\b/iu,
    units: /^(?:[lL]|m[lL]|cc|lit(?:er|re)s?|.*gal.*|.*qt|quarts?|pints?|oz|k?g|[lL]\/\w+|gpm|lb\/h)$/u,
  },
  {
    asked:
      /\bclearance\b|\bgaps?\b|\bplay\b|\bdimensions?\b|\bwear\b|\bdepth\b|\blengths?\b|\bdiameter\b|\bthick|\bfloat\b|\bbow\b|\bdistance\b|\bhow (?:far|deep)\b/iu,
    units: /^(?:[µmc]?m|in\.?|inch(?:es)?|ft|feet|mils?|")$/u,
  },
];

/** Whether a question asks for a quantity, and which units would answer it; null when it asks for something else. */
export function unitsAskedFor(question: string): RegExp[] | null {
  const units = QUANTITIES.filter(({ asked }) => asked.test(question)).map((quantity) => quantity.units);
  return units.length > 0 ? units : null;
}

/** Whether one of the facts is a measure in one of these units. */
export function givesQuantity(facts: ReadonlySet<string>, units: readonly RegExp[]): boolean {
  return [...facts].some((fact) => isMeasure(fact) && units.some((unit) => unit.test(fact.split('|')[1] ?? '')));
}

/** Whether the question is for a torque. */
export function asksForTorque(question: string): boolean {
  return TORQUE.test(question);
}

const FASTENERS =
  /\b(?:nut|bolt|screw|plug|union|clamp|valve|pin|stud|fitting|coupling|cap|cover|bowl|connector|fastener)s?\b/giu;

/** Stems of the fasteners a torque is asked for: the torque of a nut is no answer for a bolt. Empty when none is named. */
export function fastenersAskedFor(question: string): string[] {
  return asksForTorque(question) ? [...question.matchAll(FASTENERS)].flatMap(([word]) => contentTerms(word)) : [];
}

/** Whether a word names a fastener. */
export function isFastener(word: string): boolean {
  return word.match(FASTENERS)?.[0] === word;
}
