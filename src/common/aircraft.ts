/** What the aircraft type of a document says when it holds for every aircraft: standard practices, for instance. */
export const ANY_AIRCRAFT: readonly string[] = ['', 'ALL', 'ANY', 'GENERAL', 'GENERIC', 'COMMON', 'N/A', '*', '-'];

const anyAircraft = new Set(ANY_AIRCRAFT);

/** Whether a document of that aircraft type applies to every aircraft. */
export function isAnyAircraft(aircraftType: string): boolean {
  return anyAircraft.has(aircraftType.trim().toUpperCase());
}

/**
 * One designator in its normalized spelling: runs of letters and runs of digits, each whole. `CRJ-1000` and `crj 1000` are
 * `CRJ`, `1000`; `Boeing B737-800` is `737`, `800`.
 */
export type Designator = readonly string[];

/** How one designator stands to another: `contains` when the other is a variant of it, `contained` the other way round. */
export type DesignatorRelation = 'same' | 'contains' | 'contained' | 'different';

/** Makers, with the letters that begin their designators where only the number follows: `Airbus 320`. Null: the name stays. */
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

/** Names of several types, in normalized spelling. */
const FAMILIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['A 320 FAMILY', ['A318', 'A319', 'A320', 'A321']],
  ['737 NG', ['737-NG', '737-600', '737-700', '737-800', '737-900']],
  ['737 CLASSIC', ['737-CLASSIC', '737-300', '737-400', '737-500']],
]);

const AIRBUS = /^(?:3[0-8]\p{N}|220|400)$/u;
const SEPARATOR = /\s*(?:[,;/&+|]|\b(?:AND|OR)\b)\s*/u;

/** Upper case, one spelling for every hyphen, full-width characters folded, invisible characters left out. */
export function levelDesignator(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .toUpperCase()
    .trim();
}

/** The designators of an aircraft type, which may be a list (`A319/A320`, `737-700/-800`) or the name of a family. */
export function designatorsOf(aircraftType: string): Designator[] {
  const found: Designator[] = [];
  let before: readonly string[] = [];
  for (const item of levelDesignator(aircraftType).split(SEPARATOR)) {
    const runs = runsOf(item);
    if (runs.length === 0) continue;
    before = wholeOf(runs, item, before);
    const designator = normalized(before);
    found.push(...(FAMILIES.get(designator.join(' '))?.map((type) => runsOf(type)) ?? [withoutFamily(designator)]));
  }
  return found.filter((designator) => designator.length > 0);
}

/** How the first of two single designators stands to the second. A variant goes on behind a whole run of letters or digits. */
export function relationOf(one: Designator, other: Designator): DesignatorRelation {
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index += 1) if (one[index] !== other[index]) return 'different';
  if (one.length === other.length) return 'same';
  // A single letter names nothing.
  if (shorter === 0 || (shorter === 1 && /^\p{L}$/u.test(one[0]!))) return 'different';
  return one.length < other.length ? 'contains' : 'contained';
}

/**
 * Whether a document of `aircraftType` may hold for the aircraft `asked`: it is for every aircraft, or a designator of one is the same
 * as, a variant of or the type of a designator of the other. `TR46` and `TR46-100` fit each other, `TR46-100` and `TR46-300` do not.
 */
export function fitsAircraft(aircraftType: string, asked: string): boolean {
  if (isAnyAircraft(aircraftType)) return true;
  const named = designatorsOf(asked);
  // Of `TR46/-100` the second says more of the same.
  const wanted = named.filter((one) => !named.some((other) => relationOf(one, other) === 'contains'));
  return designatorsOf(aircraftType).some((one) => wanted.some((other) => relationOf(one, other) !== 'different'));
}

/** Whether two aircraft types are the same, however they are spelt. */
export function isSameAircraft(one: string, other: string): boolean {
  const spelt = (type: string): string => designatorsOf(type).map((runs) => runs.join(' ')).sort().join('/'); // prettier-ignore
  return one === other || spelt(one) === spelt(other);
}

/** Runs of letters and of digits. */
function runsOf(text: string): string[] {
  return text.match(/\p{L}+|\p{N}+/gu) ?? [];
}

/**
 * What an item of a list stands for. `/320`, `/700` and `/-800` behind another designator leave its beginning out; a number of
 * another length goes on with it: `TR46/100` and `CRJ/700` are the TR46-100 and the CRJ-700.
 */
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

/** Other names of the same type made one. */
function normalized(written: readonly string[]): Designator {
  const runs = withoutMaker(written.filter((run, index) => index === 0 || !NOT_PART_OF_IT.has(run)));
  const [first, second, third] = runs;
  if (first === 'B' && isBoeing(second)) return normalized(runs.slice(1));
  if ((first === 'ERJ' || first === 'EMB') && isNumber(second)) return ['E', ...runs.slice(1)];
  if (first === 'DASH' && second === '8') return normalized(['DHC', ...runs.slice(1)]);
  if (first === 'DHC' && second === '8' && third === 'Q') return ['DHC', '8', ...runs.slice(3)];
  if (first === 'Q' && /^[1-4]00$/u.test(second ?? '')) return ['DHC', '8', ...runs.slice(1)];
  // The 737-8 is the MAX 8; with a customer's letters behind it, `737-8AS`, it is a 737-800.
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
