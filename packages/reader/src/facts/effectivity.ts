import type { Effectivity } from '@amks/language/facts/passage-facts.js';

/** A statement with offsets into its text. */
export type WrittenEffectivity = Pick<Effectivity, 'text' | 'value' | 'start' | 'end'> & {
  /** Whether the text has no other words. The statement then applies to what follows. */
  alone: boolean;
};

/** Maximum length of a statement. Lists of serial numbers span several lines. */
const MAX_CHARACTERS = 2_000;

/** Fleet numbers, serial numbers and registrations, with ranges and lists. */
const NUMBERS = String.raw`(?:ALL|[A-Z]{0,4}[ -]?\d{1,6}[A-Z]?(?: ?(?:-|–|to|TO|thru|THRU|through|THROUGH) ?(?:[A-Z]{0,4}[ -]?\d{1,6}[A-Z]?|[Oo]n(?:ward)?s?|ON))?(?: ?(?:,|;|&|and|AND) ?[A-Z]{0,4}[ -]?\d{1,6}[A-Z]?(?: ?(?:-|–|to|TO|thru|THRU|through|THROUGH) ?[A-Z]{0,4}[ -]?\d{1,6}[A-Z]?)?){0,40}(?: (?:and|AND|&) (?:[Oo]n(?:ward)?s?|ON|[Uu]p|UP|subsequent|SUBSEQUENT|prior|PRIOR)(?!\p{L}))?)`;

const MODIFICATION = String.raw`(?:SB|S\.B\.|MOD(?:IFICATION)?\.?|Mod(?:ification)?\.?|AD|EO|STC|Service Bulletin|SERVICE BULLETIN)(?: No\.?| NO\.?)?[ :]{0,2}[A-Z0-9][A-Z0-9-]{2,29}`;

/** Labels. Any text after them is the statement. */
const LABELLED =
  /(?:EFFECTIVITY|Effectivity|APPLICABILITY|Applicability|APPLICABLE TO|Applicable to|VALID FOR|Valid for)(?:(?:\s*[:|]){1,2}\s*|\s+[-–—]\s+|\s+(?=(?:ALL|MSN|S\/N|SN|PRE|POST|ON A\/C)\b|\d{3}))/;

const SERIALS = new RegExp(
  String.raw`(?:ON A\/C|On A\/C|ON AIRCRAFT|FOR A\/C|(?:FOR |For )?(?:AIRPLANES|AIRCRAFT|Airplanes|Aircraft)|(?:For|On) (?:airplanes|aircraft)|(?:(?:FOR |For |ON |On )?(?:MSNs?|MSN'S|S\/Ns?|SERIAL (?:NUMBERS?|NOS?\.?)|Serial (?:numbers?|nos?\.?))))[ :]{1,2}(?:MSNs? |S\/Ns? |FSN )?${NUMBERS}`,
);

const EMBODIMENT = new RegExp(
  String.raw`(?:PRE|POST|Pre|Post)[- ]${MODIFICATION}|${MODIFICATION} (?:NOT |not )?(?:EMBODIED|embodied|INCORPORATED|incorporated)`,
);

const BRACKETED = /\[Applicable to: [^\]]{1,2000}\]/;

const EXCLUDING = String.raw`EXCEPT(?:ING)?|Except(?:ing)?|except(?:ing)?|EXCLUDING|Excluding|excluding|NOT|Not|not`;

/** `NOT APPLICABLE TO MSN 100`, `except ON A/C 101`, `All aircraft except MSN 100`. */
const EXCEPTION = new RegExp(
  String.raw`(?:(?:ALL|All) (?:AIRCRAFT|aircraft|AIRPLANES|airplanes|A\/C),? )?(?:${EXCLUDING})(?: (?:APPLICABLE|VALID|EFFECTIVE|applicable|valid|effective))?(?: (?:TO|FOR|to|for))? (?:${SERIALS.source}|(?:A\/C|aircraft|airplanes) ${NUMBERS}|${MODIFICATION})`,
);

const INCORPORATION = new RegExp(
  String.raw`(?:(?:FOR |For )?(?:AIRPLANES|AIRCRAFT|Airplanes|Aircraft) )?(?:(?:NOT |not )?(?:INCORPORATING|incorporating)|WITH(?:OUT)?|[Ww]ith(?:out)?) ${MODIFICATION}`,
);

/** Where a statement can start: the start of the text, or after `**`, a bracket, a stop or a dash. Elsewhere it is a mention. */
const LEAD = String.raw`(?:^|[*([|.:;,\n]\s?|\s[–—-]\s)`;
const ANY = new RegExp(
  `${BRACKETED.source}|(?<=${LEAD}|\\b(?:is|are|IS|ARE) )${EXCEPTION.source}|(?<=${LEAD})(?:${LABELLED.source}|${SERIALS.source}|${EMBODIMENT.source}|${INCORPORATION.source})`,
  'gu',
);

/** Words of exclusions. They are never cut off. */
const EXCLUSION =
  /(?<!\p{L})(?:except\p{L}*|exclud\p{L}*|excl|not|never|but|without|unless|other than|save|minus)(?!\p{L})/iu;
const EXCLUSION_FOLLOWS = new RegExp(String.raw`^[\s\]):.,;*(–—-]*(?:all )?${EXCLUSION.source}`, 'iu');

/** Continues a list: `107 109-111`, `AND ON`, `& UP`, `OR POST SB …`, `and subsequent`. */
const LIST_FOLLOWS =
  /^\s*(?:[,;(&/–—-]\s*)*(?:&|(?:and|or|on|onwards?|up|upwards?|subs(?:equent)?|prior|before|after|later|earlier|pre|post|thru|through|to|until|from|incl(?:uding|usive)?|only|if|with|having|all|any)(?!\p{L}))/iu;
const NUMBER_FOLLOWS = /^\s*(?:[,;(&/–—-]\s*)*(?:(?:MSN|S\/N|FSN|A\/C) )?[A-Z]{0,4}-?\d/u;

/** Lists and exclusions without an instruction. */
const ONLY_LISTS =
  /^(?:[^\p{L}\p{N}]|(?<!\p{L})(?:and|or|on|onwards?|up|subs(?:equent)?|prior|before|after|later|earlier|pre|post|thru|through|to|from|incl(?:uding|usive)?|only|all|aircraft|airplanes|a\/c|msns?|s\/ns?|fsn|sb|mod|except(?:ing)?|exclud(?:ed|es|ing)|excl|but|not|with|without|having|for|embodied|incorporated|incorporating|applicable|[A-Z]{0,4}-?\d{1,6}[A-Z]?(?:-\d+)*)(?!\p{L}))*$/iu;

/** Excludes aircraft after a closing bracket. */
const BRACKET_FOLLOWS =
  /^[\s\]]*[,;(]?\s*(?:all )?(?:except|exclud|excl|other than|(?:but )?not\s+(?:for|on|applicable|valid|[A-Z]{0,4}[ -]?\d))/iu;

/** `AIRCRAFT 28 V BUS`, `Aircraft 1 engine running`: one small number, or one with a unit, is not an aircraft. */
const OF_AN_AIRCRAFT = /^(?:(?:For|FOR|On|ON) )?(?:AIRPLANES|AIRCRAFT|[Aa]irplanes|[Aa]ircraft)[ :]{1,2}(\d+)$/u;
const UNIT_FOLLOWS = /^\s*(?:V|VAC|VDC|Hz|HZ|A|AMP|psi|PSI|bar|BAR|kg|KG|lb|LB|kt|KT)(?!\p{L})/u;

/** Cells next to a label whose value is in the cell below. */
const NOT_ONE = /^(?:\d\d-\d\d(?:-\d\d)?|page\b.{0,20}|[|:–—-]+)$/i;

const LABEL = new RegExp(`^\\[?(?:${LABELLED.source})`, 'u');

/**
 * The effectivity statements of a text: `EFFECTIVITY: ALL`, `**ON A/C 101-120`, `MSN 0001-0345`, `PRE SB 32-1045`,
 * `[Applicable to: FALCON 001 to 040]`. References to other documents (`as in SB 32-1045`) are not statements.
 */
export function findEffectivity(text: string): WrittenEffectivity[] {
  const found: WrittenEffectivity[] = [];
  ANY.lastIndex = 0;
  for (let match = ANY.exec(text); match; match = ANY.exec(text)) {
    const { index } = match;
    const label = LABEL.exec(match[0])?.[0] ?? '';
    const coreEnd = index + match[0].length;
    const isOpen = label !== '' && !match[0].startsWith('[');
    const rest = text.slice(coreEnd, coreEnd + MAX_CHARACTERS);
    if (!isOpen && isOfOneAircraft(match[0], rest)) continue;
    const end =
      coreEnd + (isOpen ? clauseLength(rest) : furtherLength(rest, enclosed(match[0], text.charAt(index - 1))));
    const written = text.slice(index, end);
    const value = written
      .slice(label.length)
      .replace(/^\[|\]$/g, '')
      .trim();
    if (value === '' || NOT_ONE.test(value)) continue;
    const alone = isAlone(text, index, end) && (isOpen || ONLY_LISTS.test(text.slice(coreEnd, end)));
    found.push({ text: written, value, start: index, end, alone });
    ANY.lastIndex = end;
  }
  return found;
}

/** A label whose value is elsewhere, as in the cell below. */
export function isEffectivityLabel(text: string): boolean {
  return /^(?:EFFECTIVITY|Effectivity|APPLICABILITY|Applicability)\s*:?$/.test(text.trim());
}

function isOfOneAircraft(core: string, rest: string): boolean {
  const number = OF_AN_AIRCRAFT.exec(core)?.[1];
  if (number === undefined || !/^\s+\p{L}/u.test(rest) || goesOn(rest)) return false;
  return number.length <= 2 || UNIT_FOLLOWS.test(rest);
}

function goesOn(rest: string): boolean {
  return EXCLUSION_FOLLOWS.test(rest) || LIST_FOLLOWS.test(rest) || NUMBER_FOLLOWS.test(rest);
}

function enclosed(core: string, before: string): 'brackets' | 'parentheses' | null {
  if (core.startsWith('[')) return 'brackets';
  return before === '(' ? 'parentheses' : null;
}

/** Length after the numbers: the clause, or the sentence if it has an exclusion. A missing word is worse than too many. */
function furtherLength(rest: string, within: ReturnType<typeof enclosed>): number {
  if (within === 'brackets') return BRACKET_FOLLOWS.test(rest) ? clauseLength(rest) : 0;
  const close = within === 'parentheses' ? rest.indexOf(')') : -1;
  if (EXCLUSION_FOLLOWS.test(rest)) {
    const isInside = close >= 0 && !EXCLUSION_FOLLOWS.test(rest.slice(close)) && EXCLUSION.test(rest.slice(0, close));
    return isInside ? close : clauseLength(rest);
  }
  if (close >= 0)
    return EXCLUSION_FOLLOWS.test(rest.slice(close)) ? clauseLength(rest) : rest.slice(0, close).trimEnd().length;
  if (/^\s*[\]):]/.test(rest)) return 0;
  const length = clauseLength(rest);
  return goesOn(rest) || EXCLUSION.test(rest.slice(0, length)) ? length : 0;
}

/** A full stop, line or cell ends a clause, unless an exclusion follows. */
const CLAUSE_END = new RegExp(
  String.raw`\s\|\s|(?<![,;&–-]\s?|(?<!\p{L})(?:and|AND|or|OR|to|TO|thru|THRU|except|EXCEPT|not|NOT|excluding|EXCLUDING)\s?)\n(?!\s*(?:${EXCLUDING}|AND|and|OR|or|BUT|but)(?!\p{L}))|\](?=\s|$)|(?<=[\p{L}\p{N})])\.(?=\s+(?!(?:${EXCLUDING}|BUT|But|but)(?!\p{L}))\p{Lu}|\s*$)`,
  'u',
);

function clauseLength(rest: string): number {
  const stop = CLAUSE_END.exec(rest);
  return rest.slice(0, stop?.index ?? rest.length).trimEnd().length;
}

function isAlone(text: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text.slice(0, start)) && !/[\p{L}\p{N}]/u.test(text.slice(end));
}
