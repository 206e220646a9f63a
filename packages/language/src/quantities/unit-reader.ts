import { asForce, NEWTON_METRE, STANDARD_GRAVITY, UNKNOWN, unitOf, type Unit } from './units.js';

export interface WrittenUnit {
  unit: Unit;
  text: string;
  end: number;
}

const MAX_PARTS = 4;

const PART = /(?:H2O|[°º] ?[CF](?![A-Za-z])|[A-Za-zµμΩΩ]+(?:[²³]|\^?[23](?![\w.,]))?|min⁻¹|[°º%℃℉″"])/y;
const JOINT = / ?[·•∙⋅] ?|\.-|\. ?\/ ?|[.] ?|-| ?\/ ?| (?=[^\s])|\*/y;

/** After `in`, these words show that it is a preposition: `3 in the`. */
const NO_INCH =
  /^\s+(?:the|an?|this|these|that|those|it|its|each|every|any|all|both|one|two|order|accordance|which|place|position|case|turn|series|parallel|line|sequence|step|steps|figure|fig|section|paragraph|table|chapter|task|item|front|contact|use|service|flight|operation|good|addition|combination|(?:AMM|CMM|IPC|SRM|MEL))\b/i;
const INCH_FOLLOWS =
  /^(?:\.(?=\s*(?:[(a-z,;)|x×±+−–-]|$))|\s*(?:[.,;:)|×±+−–-]|$|\(\s*[\d.+±−–-])|\s+(?:x|to|or|and|min|max|dia|long|wide|deep|thick|high|from|of|above|below|plus|minus|OR|AND|TO|MIN|MAX)\b)/;

const HEAT =
  /\b(?:heat\w*|temp\w*|cool\w*|warm\w*|oven|cur(?:e|ed|ing)|bak(?:e|ed|ing)|hot|cold|boil\w*|freez\w*|ambient|celsius|fahrenheit|thermal\w*|chill\w*)\b|[°º] ?[CF]\b/i;

/** After `A`, only these words show that it is not an article. */
const BEHIND_AMPERES =
  /^\s+(?:circuit|breakers?|fuses?|current|max|min|maximum|minimum|ac|dc|rms|rated|rating|continuous|peak|nominal|load|and|or|at|for|in|to|from|is|when|while|during|through|with|on|if|per|each|resettable|thermal|slow|fast|type|cb|c\/b)\b/i;

/** Makes another, unknown unit of the preceding one: `psi per minute`. */
const FURTHER_PART =
  /^(?:\.?\s+per\s+(?!cent\b|AMM\b|CMM\b|SRM\b|the\b)\p{L}+|\.?[\s-]+force\b|\.?\s+(?:of\s+)?(?:mercury|water|vacuum|head|Hg|H2O)\b|\.?\s?[x×*·•∙⋅]\s?\p{L}{1,6}(?![\p{L}\d])|\.?\s[-–]\s(?:in|ft|inch|inches|foot|feet|lbf?|lbs)(?![\p{L}]))/iu;
const FURTHER = 40;

/** Words after `min` that show that it is a minimum. */
const MEASURED =
  /^\.?\s+(?:allow\w*|permissible|permitted|acceptable|operating|torque|pressure|temp\w*|clearance|gap|play|length|thickness|dia\w*|depth|width|height|distance|radius|voltage|current|resistance|force|load|tension|weight|mass|speed|flow|oil|fuel|engine|wall|bend)\b/i;

/** Abbreviations that can include the following full stop. */
const ABBREVIATED = /^(?:in|lb|lbs|ft|hr|hrs|sec|min|oz|deg|gal|qt|yd|no)$/i;

/** The unit at `at`, after a number. @param isDecimal whether the number has decimals or a fraction: counted things have none */
export function readUnit(text: string, at: number, isDecimal: boolean): WrittenUnit | null {
  const start =
    at +
    (/^[ \u00a0\u2009\u202f]/.test(text.slice(at, at + 1)) ? 1 : /^-\p{L}{3}/u.test(text.slice(at, at + 4)) ? 1 : 0);
  const parts = partsAt(text, start);
  for (let n = parts.length; n > 0; n -= 1) {
    const { key, end } = parts[n - 1]!;
    const unit = unitOf(key);
    if (unit && isUnitHere(text, start, end, isDecimal) && !(key.toLowerCase() === 'min' && isMinimum(text, end))) {
      const stop =
        /^\.(?=\s*[(a-z,;)|±+−–-])/.test(text.slice(end, end + 4)) && ABBREVIATED.test(lastWord(key)) ? 1 : 0;
      const more = FURTHER_PART.exec(text.slice(end, end + FURTHER))?.[0] ?? null;
      if (more !== null) return { unit: UNKNOWN, text: text.slice(start, end + more.length), end: end + more.length };
      return { unit: inContext(unit, text, at), text: text.slice(start, end + stop), end: end + stop };
    }
  }
  return null;
}

/** Spellings of the first part, the first two parts, and so on. Joints are full stops. */
function partsAt(text: string, start: number): { key: string; end: number }[] {
  const found: { key: string; end: number }[] = [];
  let [key, at] = ['', start];
  while (found.length < MAX_PARTS) {
    PART.lastIndex = at;
    const part = PART.exec(text)?.[0];
    if (part === undefined) break;
    const plain = part
      .replace(/^([°º]) /, '$1')
      .replace('μ', 'µ')
      .replace('Ω', 'Ω')
      .replace('^', '');
    const isPer = plain.toLowerCase() === 'per' && key !== '';
    key = isPer ? key.replace(/\.$/, '/') : key + plain;
    at += part.length;
    if (!isPer) found.push({ key, end: at });
    JOINT.lastIndex = at;
    const joint = JOINT.exec(text)?.[0];
    if (joint === undefined) {
      break;
    }
    if (!isPer) key += joint.includes('/') ? '/' : '.';
    at += joint.length;
  }
  return found;
}

function lastWord(key: string): string {
  return key.split(/[./]/).at(-1)!;
}

/** Excludes initials of names and prepositions. */
function isUnitHere(text: string, start: number, end: number, isDecimal: boolean): boolean {
  const rest = text.slice(end, end + 40);
  const spelled = text.slice(start, end);
  if (/^[\p{L}\p{N}_²³°]/u.test(rest) || /^\.(?:[A-Za-z]\.?(?![A-Za-z])|\d)/.test(rest)) return false;
  // `2 L/H`, `5 A/C`. In `0.1 mm/0.004 in` there are two quantities.
  if (/^\/[A-Za-z]/.test(rest)) return false;
  if (/^-[A-Za-z0-9]/.test(rest) && spelled.length <= 2) return false;
  if (/(?:^|[^A-Za-z])in$/i.test(spelled)) return isDecimal ? !NO_INCH.test(rest) : INCH_FOLLOWS.test(rest);
  // "REMOVE BOLTS 1 AND 2 A SECOND TIME", "… of the law.7 A large society …"
  if (/^[Aa]$/.test(spelled)) return !/^\s+\p{L}/u.test(rest) || BEHIND_AMPERES.test(rest);
  // Decades: the 1990s.
  if (spelled === 's' && /(?:^|\D)(?:1[5-9]|20)\d\d$/.test(text.slice(Math.max(0, start - 5), start))) return false;
  if (/^["″]$/.test(spelled)) return isDecimal || /^\s*(?:[.,;:)|x×]|$|\()/.test(rest);
  return !/^[A-Za-z]$/.test(spelled) || !/^(?:\s+(?:&|Co\b))/.test(rest);
}

/** `1.1 Min. pressure`, `30 min 40 max`. */
function isMinimum(text: string, end: number): boolean {
  const rest = text.slice(end, end + 30);
  const isCapital = text.slice(end - 3, end) === 'Min' && /^\.?\s+[\p{L}\d]/u.test(rest);
  return isCapital || MEASURED.test(rest) || /^\.?[\s,;/–-]*\d[\d.,]*\s*max/i.test(rest);
}

/** Resolves an ambiguous spelling by the words around it. */
function inContext(unit: Unit, text: string, at: number): Unit {
  const around = text.slice(Math.max(0, at - 120), at + 60);
  const before = text.slice(Math.max(0, at - 60), at);
  if (unit.kind === 'unknown') return /torque|tighten|lbf|lb[. -]?(?:in|ft)|N[.·]m/i.test(around) ? NEWTON_METRE : unit;
  if (unit.kind === 'mass' && /\b(?:force|pull|push|tension|preload|load(?! factor))\b[^.;]{0,40}$/i.test(before))
    return asForce(unit) ?? unit;
  // `Heat to 200 degrees`: Celsius or Fahrenheit.
  if (unit.kind === 'angle' && HEAT.test(around)) return UNKNOWN;
  if (
    unit.kind === 'mass' &&
    unit.factor === 1e-3 &&
    /\b(?:load factor|acceleration|manoeuvre|maneuver)\b/i.test(around)
  )
    return STANDARD_GRAVITY;
  return unit;
}
