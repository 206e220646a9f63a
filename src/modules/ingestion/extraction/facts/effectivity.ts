import type { Effectivity } from '../../../../common/files/passage-facts.js';

/** A statement as a text makes it, with offsets into that text. */
export type WrittenEffectivity = Pick<Effectivity, 'text' | 'value' | 'start' | 'end'> & {
  /** Whether it says nothing else: it then speaks for what follows. */
  alone: boolean;
};

/** Longest statement: lists of serial numbers run over several lines. */
const MAX_CHARACTERS = 600;

/** Airlines' fleet numbers, manufacturer's serial numbers, registrations: numbers with ranges and lists of them. */
const NUMBERS = String.raw`(?:ALL|[A-Z]{0,4}[ -]?\d{1,6}[A-Z]?(?: ?(?:-|–|to|TO|thru|THRU|through|THROUGH) ?(?:[A-Z]{0,4}[ -]?\d{1,6}[A-Z]?|[Oo]n(?:ward)?s?|ON))?(?: ?(?:,|;|&|and|AND) ?[A-Z]{0,4}[ -]?\d{1,6}[A-Z]?(?: ?(?:-|–|to|TO|thru|THRU|through|THROUGH) ?[A-Z]{0,4}[ -]?\d{1,6}[A-Z]?)?){0,40})`;

const MODIFICATION = String.raw`(?:SB|S\.B\.|MOD(?:IFICATION)?\.?|Mod(?:ification)?\.?|AD|EO|STC|Service Bulletin|SERVICE BULLETIN)(?: No\.?| NO\.?)?[ :]{0,2}[A-Z0-9][A-Z0-9-]{2,29}`;

/** With a label in front, whatever follows is the statement. */
const LABELLED =
  /(?:EFFECTIVITY|Effectivity|APPLICABILITY|Applicability|APPLICABLE TO|Applicable to|VALID FOR|Valid for)(?:(?:\s*[:|]){1,2}\s*|\s+[-–—]\s+|\s+(?=(?:ALL|MSN|S\/N|SN|PRE|POST|ON A\/C)\b|\d{3}))/;

const SERIALS = new RegExp(
  String.raw`(?:ON A\/C|On A\/C|ON AIRCRAFT|FOR A\/C|(?:FOR |For )?(?:AIRPLANES|AIRCRAFT|Airplanes|Aircraft)|(?:(?:FOR |For |ON |On )?(?:MSNs?|MSN'S|S\/Ns?|SERIAL (?:NUMBERS?|NOS?\.?)|Serial (?:numbers?|nos?\.?))))[ :]{1,2}(?:MSNs? |S\/Ns? |FSN )?${NUMBERS}`,
);

const EMBODIMENT = new RegExp(
  String.raw`(?:PRE|POST|Pre|Post)[- ]${MODIFICATION}|${MODIFICATION} (?:NOT |not )?(?:EMBODIED|embodied|INCORPORATED|incorporated)`,
);

const BRACKETED = /\[Applicable to: [^\]]{1,600}\]/;

/** Where a statement may begin: at the start, behind `**`, a bracket, a stop or a dash. In a sentence it is spoken of. */
const LEAD = String.raw`(?:^|[*([|.:;,\n]\s?|\s[–—-]\s)`;
const ANY = new RegExp(
  `${BRACKETED.source}|(?<=${LEAD})(?:${LABELLED.source}|${SERIALS.source}|${EMBODIMENT.source})`,
  'gu',
);

/** What may stand in the cell beside the label, whose value then stands below. */
const NOT_ONE = /^(?:\d\d-\d\d(?:-\d\d)?|page\b.{0,20}|[|:–—-]+)$/i;

const LABEL = new RegExp(`^\\[?(?:${LABELLED.source})`, 'u');

/**
 * The effectivity statements of a text: `EFFECTIVITY: ALL`, `**ON A/C 101-120`, `MSN 0001-0345`, `PRE SB 32-1045`,
 * `[Applicable to: FALCON 001 to 040]`. What refers to another document (`as in SB 32-1045`) is none.
 */
export function findEffectivity(text: string): WrittenEffectivity[] {
  const found: WrittenEffectivity[] = [];
  ANY.lastIndex = 0;
  for (let match = ANY.exec(text); match; match = ANY.exec(text)) {
    const { index } = match;
    const label = LABEL.exec(match[0])?.[0] ?? '';
    const isOpen = label !== '' && !match[0].startsWith('[');
    const end = isOpen ? valueEnd(text, index + match[0].length) : index + match[0].length;
    const written = text.slice(index, end);
    const value = written
      .slice(label.length)
      .replace(/^\[|\]$/g, '')
      .trim();
    if (value === '' || NOT_ONE.test(value)) continue;
    found.push({ text: written, value, start: index, end, alone: isAlone(text, index, end) });
    ANY.lastIndex = end;
  }
  return found;
}

/** The label of a statement whose value stands elsewhere, as in the cell below. */
export function isEffectivityLabel(text: string): boolean {
  return /^(?:EFFECTIVITY|Effectivity|APPLICABILITY|Applicability)\s*:?$/.test(text.trim());
}

/** To the end of the sentence or the cell. */
function valueEnd(text: string, from: number): number {
  const rest = text.slice(from, from + MAX_CHARACTERS);
  const stop = /\s\|\s|\n|\](?=\s|$)|(?<=[\p{L}\p{N})])\.(?=\s+\p{Lu}|\s*$)/u.exec(rest);
  return from + rest.slice(0, stop?.index ?? rest.length).trimEnd().length;
}

function isAlone(text: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text.slice(0, start)) && !/[\p{L}\p{N}]/u.test(text.slice(end));
}
