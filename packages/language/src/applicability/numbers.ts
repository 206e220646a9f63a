import {
  numberOf,
  type AircraftNumber,
  type NumberProperty,
  type NumberRange,
  type NumbersTerm,
} from './expression.js';
import { AIRCRAFT, END, type Scanner } from './scanner.js';

/** The statement contradicts itself: `MSN 120 to 100`. */
export class ContradictoryStatement extends Error {}

const S = String.raw`[ \n]*`;
const NUMBER = String.raw`(?:[A-Z]{1,4}[ -]?)?\d{1,9}[A-Z]?(?![A-Z0-9])(?!-[A-Z]+(?![A-Z]*-?\d))`;

type Bound = 'below' | 'above' | 'up to' | 'starting' | 'from';

const LABELS: readonly [NumberProperty | null, RegExp][] = [
  ['serial_number', new RegExp(String.raw`(?:ON |FOR )?(?:${AIRCRAFT}(?:,? (?:WITH|HAVING))? )?(?:THE )?(?:MANUFACTURER'?S?'? |AIRCRAFT |AIRFRAME |FACTORY )?(?:SERIAL[ -]?(?:NUMBERS?|NUMBER\(S\)|NOS?\.?)|MSN'?S?|MSN\(S\)|S\/N'?S?|S\/N\(S\)|SNS?)(?:${S}\((?:MSNS?|S\/NS?|SN)\))?${S}[:#]?${S}(?:MSNS? |S\/NS? )?(?=[A-Z]{0,4}[ -]?\d|PRIOR|BEFORE|BELOW|LOWER|LESS|EARLIER|UP TO|FROM|AFTER|ABOVE|GREATER|HIGHER|LATER|THROUGH|STARTING|BEGINNING)`, 'y')],
  ['line_number', new RegExp(String.raw`(?:ON |FOR )?(?:${AIRCRAFT}(?:,? (?:WITH|HAVING))? )?(?:PRODUCTION )?(?:LINE[ -]?(?:NUMBERS?|NUMBER\(S\)|NOS?\.?)|L\/N'?S?)(?:${S}\(L\/NS?\))?${S}[:#]?${S}(?=\d|PRIOR|BEFORE|BELOW|LOWER|LESS|EARLIER|UP TO|FROM|AFTER|ABOVE|GREATER|HIGHER|LATER|THROUGH|STARTING|BEGINNING)`, 'y')],
  ['fleet_number', new RegExp(String.raw`(?:\*\*)?(?:ON A\/C|(?:ON |FOR )?(?:(?:OPERATOR'?S? )?FLEET (?:SERIAL )?(?:NUMBERS?|NOS?\.?)|FSN'?S?))${S}[:#]?${S}(?:FSN )?(?=[A-Z]{0,4}-?\d)`, 'y')],
  [null, new RegExp(String.raw`(?:ON |FOR )?(?:THE )?${AIRCRAFT}${S}[:#]?${S}(?=\d)`, 'y')],
]; // prettier-ignore
/** `737-800` is a model. */
const BARE_NUMBERS =
  /(?=\d{1,9}(?![A-Z0-9]))(?!7[0-8]7(?:-\d00| (?:SERIES|MODEL|AIRCRAFT|AIRPLANES?|AEROPLANES?))(?![A-Z0-9]))/y;

const NUMBER_HERE = new RegExp(NUMBER, 'y');
const TO = new RegExp(String.raw`${S}(?:-|TO|THRU|THROUGH|UNTIL|UP TO AND INCLUDING|UP TO)${S}(?:AND INCLUDING )?(?:MSN |S\/N |L\/N |A\/C )?(?=[A-Z]{0,4}[ -]?\d)`, 'y'); // prettier-ignore
const OR_LATER = new RegExp(String.raw`${S}(?:\+|(?:AND|&|OR|TO|-)${S}(?:ON${END}(?! (?:A\/C|AIR|AERO|HELI|THE|THOSE|WHICH|MSN|S\/N|SERIAL|LINE|L\/N|FLEET|FSN|MODEL))|AFTER(?=$|[ ]*[.,;)\n])|UP${END}|SUBS${END}|SUBSEQUENT|LATER|HIGHER|ABOVE|ONWARDS?|UPWARDS?)|ONWARDS?|UPWARDS?)(?: (?:SERIAL NUMBERS|MSN|${AIRCRAFT})${END})?`, 'y'); // prettier-ignore
const OR_EARLIER = new RegExp(String.raw`${S}(?:AND|&|OR)${S}(?:PRIOR|EARLIER|BEFORE|BELOW|LOWER|PREVIOUS)${END}`, 'y');
/** In front of a number, or of its label: `before MSN 120`, `MSN before 120`. */
const BOUNDS: readonly [Bound, RegExp][] = (
  [
    ['below', 'PRIOR TO|BEFORE|BELOW|LOWER THAN|LESS THAN|EARLIER THAN'],
    ['above', 'AFTER|ABOVE|GREATER THAN|HIGHER THAN|LATER THAN'],
    ['up to', 'UP TO AND INCLUDING|UP TO|THROUGH'],
    ['starting', '(?:STARTING|BEGINNING)(?: (?:WITH|AT|FROM))?'],
    ['from', 'FROM'],
  ] as const
).map(([bound, words]) => [bound, new RegExp(String.raw`(?:${words})${END}${S}`, 'y')]);
const INCLUSIVE = new RegExp(String.raw`${S}\(?,?${S}(?:INCLUSIVE|INCL\.?)${END}\)?`, 'y');
const NEXT_NUMBER = new RegExp(String.raw`${S}(?:(?:,|;|\/|&|AND|OR)${S}){0,2}(?=(?:[A-Z]{1,4}-?)?\d)(?!\d{1,9} (?:HOURS|CYCLES|DAYS|MONTHS|YEARS))`, 'y'); // prettier-ignore

/** @throws ContradictoryStatement for a range that is turned round */
export function takeNumbers(scanner: Scanner, inherited?: NumbersTerm): NumbersTerm | null {
  return scanner.attempt(() => {
    const start = scanner.at;
    const letters = inherited && lettersOf(inherited.ranges);
    const outer = takeBound(scanner);
    const label = LABELS.find(([, pattern]) => scanner.take(pattern));
    if (outer && !label) return null;
    if (!label && !scanner.sees(BARE_NUMBERS) && !(letters && scanner.sees(withLetters(letters)))) return null;
    const property = label ? label[0] : (inherited?.property ?? null);
    const ranges: NumberRange[] = [];
    for (let next = true; next;) {
      const range = takeRange(scanner, ranges.length === 0 ? outer : null);
      if (!range) return null;
      ranges.push(range);
      const before = scanner.at;
      // Other letters are those of something else: `MSN 5001-5048, TR46-100`.
      next = scanner.take(NEXT_NUMBER) !== null && scanner.at > before && scanner.sees(withLetters(lettersOf(ranges)));
      if (!next) scanner.at = before;
    }
    const text = scanner.text.slice(start, scanner.at).trim();
    return { kind: 'numbers', property, ranges, text };
  });
}

function lettersOf([range]: readonly NumberRange[]): string {
  return (range?.from ?? range?.to)?.prefix ?? '';
}

function withLetters(letters: string): RegExp {
  return new RegExp(String.raw`(?:${letters}[ -]?)?\d{1,9}[A-Z]?(?![A-Z0-9])(?!-[A-Z]+(?![A-Z]*-?\d))`, 'y');
}

function takeBound(scanner: Scanner): Bound | null {
  return BOUNDS.find(([, pattern]) => scanner.take(pattern))?.[0] ?? null;
}

function takeRange(scanner: Scanner, outer: Bound | null): NumberRange | null {
  const bound = outer ?? takeBound(scanner);
  const first = takeNumber(scanner);
  if (!first) return null;
  if (bound === 'below') return { from: null, to: next(first, -1) };
  if (bound === 'above') return { from: next(first, 1), to: null };
  if (bound === 'up to') {
    scanner.take(INCLUSIVE);
    return { from: null, to: first };
  }
  if (bound === 'starting') {
    scanner.take(OR_LATER);
    return { from: first, to: null };
  }
  const range = scanner.attempt(() => {
    const last = scanner.take(TO) && takeNumber(scanner);
    return last && rangeOf(first, last);
  });
  if (range) {
    scanner.take(INCLUSIVE);
    return range;
  }
  if (scanner.take(OR_LATER)) return { from: first, to: null };
  if (scanner.take(OR_EARLIER)) return { from: null, to: first };
  return bound === 'from' ? null : { from: first, to: first };
}

function takeNumber(scanner: Scanner): AircraftNumber | null {
  const match = scanner.take(NUMBER_HERE);
  return match && numberOf(match[0]);
}

function next(number: AircraftNumber, by: number): AircraftNumber {
  return { ...number, value: number.value + by };
}

function rangeOf(from: AircraftNumber, last: AircraftNumber): NumberRange | null {
  // `AB100-120`
  const to = last.prefix === '' ? { ...last, prefix: from.prefix } : last;
  if (to.prefix !== from.prefix) return null;
  if (to.value < from.value) throw new ContradictoryStatement();
  return { from, to };
}
