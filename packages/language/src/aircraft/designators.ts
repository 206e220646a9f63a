/** Aircraft types of documents that apply to every aircraft, such as standard practices. */
export const ANY_AIRCRAFT: readonly string[] = ['', 'ALL', 'ANY', 'GENERAL', 'GENERIC', 'COMMON', 'N/A', '*', '-'];

const anyAircraft = new Set(ANY_AIRCRAFT);

export function isAnyAircraft(aircraftType: string): boolean {
  return anyAircraft.has(aircraftType.trim().toUpperCase());
}

/** A normalized designator as runs of letters and of digits: `CRJ-1000` is `CRJ`, `1000`; `Boeing B737-800` is `737`, `800`. */
export type Designator = readonly string[];

/** `contains`: the second designator is a variant of the first. `contained`: the first is a variant of the second. */
export type DesignatorRelation = 'same' | 'contains' | 'contained' | 'different';

/** Makers, with the letters of their designators if only a number follows (`Airbus 320`). Null: the name is kept. */
export const MAKERS: ReadonlyMap<string, string | null> = new Map([
  ['BOEING', ''],
  ['AIRBUS', 'A'],
  ['EMBRAER', 'E'],
  ['CESSNA', 'C'],
  ['BOMBARDIER', null],
  ['CANADAIR', null],
  ['DOUGLAS', null],
  ['BEECHCRAFT', null],
  ['PIPER', null],
  ['GULFSTREAM', null],
  ['LEARJET', null],
  ['DASSAULT', null],
]);
const FIRST_NAMES = new Set(['DE', 'HAVILLAND', 'MCDONNELL', 'CANADA']);
const NOT_PART_OF_IT = new Set(['SERIES', 'AIRCRAFT', 'AIRPLANE', 'MODEL', 'TYPE']);

/** Names of families, in normalized spelling, with their types. */
const FAMILIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['A 320 FAMILY', ['A318', 'A319', 'A320', 'A321']],
  ['737 NG', ['737-NG', '737-600', '737-700', '737-800', '737-900']],
  ['737 CLASSIC', ['737-CLASSIC', '737-300', '737-400', '737-500']],
]);

const AIRBUS = /^(?:3[0-8]\p{N}|220|400)$/u;
const SEPARATOR = /\s*(?:[,;/&+|]|\b(?:AND|OR)\b)\s*/u;

/** Upper case, one kind of hyphen, full-width characters folded, invisible characters removed. */
export function normalizeDesignator(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .toUpperCase()
    .trim();
}

/** The designators of an aircraft type, which can be a list (`A319/A320`, `737-700/-800`) or a family. */
export function designatorsOf(aircraftType: string): Designator[] {
  const found: Designator[] = [];
  let before: readonly string[] = [];
  for (const item of normalizeDesignator(aircraftType).split(SEPARATOR)) {
    const runs = runsOf(item);
    if (runs.length === 0) continue;
    before = wholeOf(runs, item, before);
    const designator = normalized(before);
    found.push(...(FAMILIES.get(designator.join(' '))?.map((type) => runsOf(type)) ?? [withoutFamily(designator)]));
  }
  return found.filter((designator) => designator.length > 0);
}

/** The relation of two single designators. A variant starts after a complete run of letters or digits. */
export function relationOf(one: Designator, other: Designator): DesignatorRelation {
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index += 1) if (one[index] !== other[index]) return 'different';
  if (one.length === other.length) return 'same';
  // A single letter is not a type.
  if (shorter === 0 || (shorter === 1 && /^\p{L}$/u.test(one[0]!))) return 'different';
  return one.length < other.length ? 'contains' : 'contained';
}

/**
 * Whether a document for `aircraftType` may apply to the aircraft `asked`. It does if it applies to every aircraft, or
 * if one designator equals the other or is a variant of it: `TR46` fits `TR46-100`, which does not fit `TR46-300`.
 */
export function fitsAircraft(aircraftType: string, asked: string): boolean {
  if (isAnyAircraft(aircraftType)) return true;
  const named = designatorsOf(asked);
  // In `TR46/-100` the second designator is more specific.
  const wanted = named.filter((one) => !named.some((other) => relationOf(one, other) === 'contains'));
  return designatorsOf(aircraftType).some((one) => wanted.some((other) => relationOf(one, other) !== 'different'));
}

export function isSameAircraft(one: string, other: string): boolean {
  const spelt = (type: string): string => designatorsOf(type).map((runs) => runs.join(' ')).sort().join('/'); // prettier-ignore
  return one === other || spelt(one) === spelt(other);
}

function runsOf(text: string): string[] {
  return text.match(/\p{L}+|\p{N}+/gu) ?? [];
}

/** Completes an item of a list: `/320` and `/-800` repeat the start of the previous designator; in `TR46/100`, `100` extends it. */
function wholeOf(runs: readonly string[], item: string, before: readonly string[]): readonly string[] {
  const last = before.at(-1) ?? '';
  const [number] = runs;
  if (last === '' || !isNumber(number)) return runs;
  if (runs.length > 1 || isBoeing(number))
    return !isBoeing(number) && !isNumber(before[0]) ? [before[0]!, ...runs] : runs;
  if (!isNumber(last)) return before.some(isNumber) && !item.startsWith('-') ? runs : [...before, number!];
  const isFirst = before.filter(isNumber).length === 1;
  const isVariant = isFirst && (isBoeing(last) || (before[0] === 'A' && !AIRBUS.test(number!)));
  const isMember = isFirst
    ? number!.length === last.length
    : item.startsWith('-') || number!.length === last.length || number!.length + last.length < 5;
  return isMember && !isVariant ? [...before.slice(0, -1), number!] : [...before, number!];
}

function withoutFamily(designator: Designator): Designator {
  return designator.at(-1) === 'FAMILY' && designator.length > 1 ? designator.slice(0, -1) : designator;
}

function normalized(written: readonly string[]): Designator {
  const runs = withoutMaker(written.filter((run, index) => index === 0 || !NOT_PART_OF_IT.has(run)));
  const [first, second, third] = runs;
  if (first === 'B' && isBoeing(second)) return normalized(runs.slice(1));
  if ((first === 'ERJ' || first === 'EMB') && isNumber(second)) return ['E', ...runs.slice(1)];
  if (first === 'DASH' && second === '8') return normalized(['DHC', ...runs.slice(1)]);
  if (first === 'DHC' && second === '8' && third === 'Q') return ['DHC', '8', ...runs.slice(3)];
  if (first === 'Q' && /^[1-4]00$/u.test(second ?? '')) return ['DHC', '8', ...runs.slice(1)];
  // The 737-8 is the MAX 8. With a customer code, `737-8AS`, it is a 737-800.
  if (first === '737' && /^(?:7|8|9|10)$/u.test(second ?? '') && (third ?? 'MAX') === 'MAX')
    return ['737', 'MAX', second!, ...runs.slice(3)];
  return runs;
}

function withoutMaker(runs: readonly string[]): readonly string[] {
  const from = runs.findIndex((run) => !FIRST_NAMES.has(run));
  const letters = MAKERS.get(runs[from] ?? '');
  const rest = runs.slice(from + 1);
  if (letters === undefined || rest.length === 0) return from > 0 && runs.length > from ? runs.slice(from) : runs;
  if (!isNumber(rest[0])) return rest;
  if (letters === null) return runs.slice(from);
  return letters === '' ? rest : [letters, ...rest];
}

function isBoeing(run: string | undefined): boolean {
  return /^7[0-8]7$/u.test(run ?? '');
}

function isNumber(run: string | undefined): boolean {
  return /^\p{N}+$/u.test(run ?? '');
}
