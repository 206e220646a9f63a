import type { NumberProperty, NumbersTerm } from './expression.js';
import { numberOf, overlaps, type AircraftNumber, type NumberRange } from './ranges.js';
import { AIRCRAFT, END, type Scanner } from './scanner.js';

/** The statement contradicts itself: `MSN 120 to 100`. */
export class ContradictoryStatement extends Error {}

const S = String.raw`[ \n]*`;
/** Scanners read 0 and 1 as O, I, and L, which no manufacturer uses as a suffix. */
const SUFFIX = String.raw`[A-HJKMNP-Z]?(?![A-Z0-9])(?!-[A-Z]+(?![A-Z]*-?\d))`;

type Bound = 'between' | 'below' | 'above' | 'through' | 'up to' | 'starting' | 'from';

const LABELS: readonly [NumberProperty | null, RegExp][] = [
  ['serial_number', new RegExp(String.raw`(?:ON |FOR )?(?:${AIRCRAFT}(?:,? (?:WITH|HAVING))? )?(?:THE )?(?:MANUFACTURER'?S?'? |AIRCRAFT |AIRFRAME |FACTORY )?(?:SERIAL[ -]?(?:NUMBERS?|NUMBER\(S\)|NOS?\.?)|MSN'?S?|MSN\(S\)|S\/N'?S?|S\/N\(S\)|SNS?)(?:${S}\((?:MSNS?|S\/NS?|SN)\))?${S}[:#]?${S}(?:MSNS? |S\/NS? )?(?=[A-Z]{0,4}[ -]?\d|BETWEEN|PRIOR|BEFORE|BELOW|LOWER|LESS|EARLIER|UP TO|FROM|AFTER|ABOVE|GREATER|HIGHER|LATER|THROUGH|STARTING|BEGINNING)`, 'y')],
  ['line_number', new RegExp(String.raw`(?:ON |FOR )?(?:${AIRCRAFT}(?:,? (?:WITH|HAVING))? )?(?:PRODUCTION )?(?:LINE[ -]?(?:NUMBERS?|NUMBER\(S\)|NOS?\.?)|L\/N'?S?|LNS?(?= ))(?:${S}\(L\/NS?\))?${S}[:#]?${S}(?=\d|BETWEEN|PRIOR|BEFORE|BELOW|LOWER|LESS|EARLIER|UP TO|FROM|AFTER|ABOVE|GREATER|HIGHER|LATER|THROUGH|STARTING|BEGINNING)`, 'y')],
  ['fleet_number', new RegExp(String.raw`(?:\*\*)?(?:ON A\/C|(?:ON |FOR )?(?:(?:OPERATOR'?S? )?FLEET (?:SERIAL )?(?:NUMBERS?|NOS?\.?)|FSN'?S?))${S}[:#]?${S}(?:FSN )?(?=[A-Z]{0,4}-?\d)`, 'y')],
  [null, new RegExp(String.raw`(?:ON |FOR )?(?:THE )?${AIRCRAFT}${S}[:#]?${S}(?=\d)`, 'y')],
]; // prettier-ignore
const NUMBER_HERE = new RegExp(String.raw`(?:[A-Z]{1,4}[ -]?)?(\d{1,9})${SUFFIX}`, 'y');
/** `4,001` can be one number or two. */
const THOUSANDS = /(?<!,)[1-9]\d?,\d{3}(?!\d)/y;
const OF_SERIAL = String.raw`(?:MSN |S\/N |L\/N |A\/C )?(?=[A-Z]{0,4}[ -]?\d)`;
/** A hyphen at the start of a line is a bullet. */
const TO = new RegExp(String.raw`(?:[ ]*-|${S}(?:TO|THRU|THROUGH|(?<open>UNTIL|UP TO(?! AND INCLUDING))|UP TO))${S}(?:AND INCLUDING )?${OF_SERIAL}`, 'y'); // prettier-ignore
const AND_NUMBER = new RegExp(String.raw`${S}AND${S}${OF_SERIAL}`, 'y');
const UP_TO = new RegExp(String.raw`,?${S}UP TO${S}(?<closed>AND INCLUDING )?${OF_SERIAL}`, 'y');
const OR_LATER = new RegExp(String.raw`${S}(?:\+|(?:AND|&|OR|TO|-)${S}(?:ON(?=$|[ ]*[.,;)\n]|[ ](?:PRE|POST|EXCEPT|EXCL|WITH|AND|OR)${END})|AFTER(?=$|[ ]*[.,;)\n])|UP${END}|SUBS${END}|SUBSEQUENT|LATER|HIGHER|ABOVE|ONWARDS?|UPWARDS?)|ONWARDS?|UPWARDS?)(?: (?:SERIAL NUMBERS|MSN|${AIRCRAFT})${END})?`, 'y'); // prettier-ignore
const OR_EARLIER = new RegExp(String.raw`${S}(?:AND|&|OR)${S}(?:PRIOR|EARLIER|BEFORE|BELOW|LOWER|PREVIOUS)${END}`, 'y');
/** In front of a number, or of its label: `before MSN 120`, `MSN before 120`. */
const BOUNDS: readonly [Bound, RegExp][] = (
  [
    ['between', 'BETWEEN'],
    ['below', 'PRIOR TO|BEFORE|BELOW|LOWER THAN|LESS THAN|EARLIER THAN'],
    ['above', 'AFTER|ABOVE|GREATER THAN|HIGHER THAN|LATER THAN'],
    ['through', 'UP TO AND INCLUDING'],
    ['up to', 'UP TO'],
    ['starting', '(?:STARTING|BEGINNING)(?: (?:WITH|AT|FROM))?'],
    ['from', 'FROM'],
  ] as const
).map(([bound, words]) => [bound, new RegExp(String.raw`(?:${words})${END}${S}`, 'y')]);
const INCLUSIVE = new RegExp(String.raw`${S}\(?,?${S}(?:INCLUSIVE|INCL\.?)${END}\)?`, 'y');
/** What stands between numbers of a list. */
const NEXT_NUMBER = new RegExp(String.raw`(${S}(?:[,;\/]${S})?(?:(?:&|AND|OR)${S})?)(?=(?:[A-Z]{1,4}-?)?\d)(?!\d{1,9} (?:HOURS|CYCLES|DAYS|MONTHS|YEARS|${AIRCRAFT})${END})`, 'y'); // prettier-ignore
const QUANTITY = new RegExp(String.raw`\d{1,9} ${AIRCRAFT}${END}`, 'y');

/** A range as it is written. */
interface Written {
  range: NumberRange;
  /** Digits of its last number. */
  digits: number;
  isSingle: boolean;
}

/** @throws ContradictoryStatement for a range that is turned round */
export function takeNumbers(scanner: Scanner, inherited?: NumbersTerm): NumbersTerm | null {
  return scanner.attempt(() => {
    const start = scanner.at;
    const outer = takeBound(scanner);
    const label = LABELS.find(([, pattern]) => scanner.take(pattern));
    // Numbers of nothing are references, dates, pages: `POST MOD 12345 OR 5510`.
    if (
      !label &&
      (!inherited || outer || scanner.sees(QUANTITY) || !scanner.sees(withLetters(lettersOf(inherited.ranges))))
    )
      return null;
    const property = label ? label[0] : (inherited?.property ?? null);
    const ranges = takeList(scanner, outer, property);
    const text = scanner.text.slice(start, scanner.at).trim();
    return ranges && { kind: 'numbers', property, ranges, text };
  });
}

/** Null for a list that names a number twice or continues with shorter numbers: its parts are no whole numbers. */
function takeList(scanner: Scanner, outer: Bound | null, property: NumberProperty | null): NumberRange[] | null {
  const list: Written[] = [];
  const seams: string[] = [];
  for (;;) {
    const written = takeRange(scanner, list.length === 0 ? outer : null);
    if (!written) return null;
    const last = list.at(-1);
    if (last && written.digits < last.digits) return null;
    if (list.some(({ range }) => overlaps(range, written.range))) return null;
    list.push(written);
    const before = scanner.at;
    const seam = scanner.take(NEXT_NUMBER)?.[1];
    // Other letters are those of something else: `MSN 5001-5048, TR46-100`.
    const isNext = seam && scanner.sees(withLetters(lettersOf(list.map(({ range }) => range))));
    if (!isNext || (seam.trim() === '' && !(seam === ' ' && isSameLength(scanner, property, written.digits)))) {
      scanner.at = before;
      return rangesOf(list, seams);
    }
    seams.push(seam.trim());
  }
}

/** Only customized manuals list numbers with nothing between them, always of the same length. */
function isSameLength(scanner: Scanner, property: NumberProperty | null, digits: number): boolean {
  return property === 'fleet_number' && scanner.sees(new RegExp(String.raw`[A-Z]*-?\d{${digits}}(?!\d)`, 'y'));
}

/** `100/120` can be a range or two numbers; `100/110/120` is a list. */
function rangesOf(list: readonly Written[], seams: readonly string[]): NumberRange[] {
  const ranges: NumberRange[] = [];
  for (const [index, one] of list.entries()) {
    const isPair = seams[index - 1] === '/' && seams[index - 2] !== '/' && seams[index] !== '/';
    const before = list[index - 1];
    if (isPair && before?.isSingle && one.isSingle)
      ranges[ranges.length - 1] = { from: before.range.from, to: one.range.to, open: 'inside' }; // prettier-ignore
    else ranges.push(one.range);
  }
  return ranges;
}

function lettersOf([range]: readonly NumberRange[]): string {
  return (range?.from ?? range?.to)?.prefix ?? '';
}

function withLetters(letters: string): RegExp {
  return new RegExp(String.raw`(?:${letters}[ -]?)?\d{1,9}${SUFFIX}`, 'y');
}

function takeBound(scanner: Scanner): Bound | null {
  return BOUNDS.find(([, pattern]) => scanner.take(pattern))?.[0] ?? null;
}

function takeRange(scanner: Scanner, outer: Bound | null): Written | null {
  const bound = outer ?? takeBound(scanner);
  const first = takeNumber(scanner);
  if (!first) return null;
  const { number, digits } = first;
  const written = (range: NumberRange, last = digits): Written => ({ range, digits: last, isSingle: false });
  switch (bound) {
    case 'below':
      return written({ from: null, to: next(number, -1) });
    case 'above':
      return written({ from: next(number, 1), to: null });
    case 'through':
      return written({ from: null, to: number });
    case 'up to':
      return written(scanner.take(INCLUSIVE) ? { from: null, to: number } : { from: null, to: number, open: 'end' });
    case 'between': {
      const last = scanner.take(AND_NUMBER) && takeNumber(scanner);
      const range = last && rangeOf(number, last.number);
      return range && written(scanner.take(INCLUSIVE) ? range : { ...range, open: 'ends' }, last.digits);
    }
    case 'starting':
      scanner.take(OR_LATER);
      return written({ from: number, to: null });
  }
  const at = scanner.at;
  const to = scanner.take(TO);
  if (to) {
    const last = takeNumber(scanner);
    const range = last && rangeOf(number, last.number);
    // `28-7690001` is one number.
    const isOne = scanner.text[at] === '-' && number.value !== 1 && last !== null && last.digits - digits > 2;
    if (!range || isOne) return null;
    return written(scanner.take(INCLUSIVE) || !to.groups!.open ? range : { ...range, open: 'end' }, last.digits);
  }
  if (scanner.take(OR_LATER)) {
    const upTo = scanner.take(UP_TO);
    const last = upTo && takeNumber(scanner);
    const range = last && rangeOf(number, last.number);
    if (!upTo) return written({ from: number, to: null });
    return range && written(upTo.groups!.closed || scanner.take(INCLUSIVE) ? range : { ...range, open: 'end' }, last.digits); // prettier-ignore
  }
  if (scanner.take(OR_EARLIER)) return written({ from: null, to: number });
  return bound === 'from' ? null : { range: { from: number, to: number }, digits, isSingle: true };
}

function takeNumber(scanner: Scanner): { number: AircraftNumber; digits: number } | null {
  const match = scanner.sees(THOUSANDS) ? null : scanner.take(NUMBER_HERE);
  const number = match && numberOf(match[0]);
  return number && { number, digits: match[1]!.length };
}

function next(number: AircraftNumber, by: number): AircraftNumber {
  return { ...number, value: number.value + by };
}

function rangeOf(from: AircraftNumber, last: AircraftNumber): NumberRange | null {
  // `AB100-120`
  const to = last.prefix === '' ? { ...last, prefix: from.prefix } : last;
  if (to.prefix !== from.prefix || (to.suffix === '') !== (from.suffix === '')) return null;
  if (to.value < from.value) throw new ContradictoryStatement();
  return { from, to };
}
