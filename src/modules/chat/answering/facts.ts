import { UNITS } from './units.js';

/**
 * Facts are what must never be wrong in an answer: numbers with sign, tolerance and unit, ranges, identifiers (ATA, task
 * and part numbers, aircraft types) and number words. A fact is a string key; two texts state the same fact when their
 * keys are equal, so `27` is answered neither by `127` nor by `27.5`, and `27 N·m` neither by `27 lbf·in` nor by `27`.
 * Only typography is levelled (kinds of space, dash and dot); spelling is not.
 */

const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|half|quarter|third|double|twice|dozen)\b/giu;

/** Letters are identifiers only when something says so: "Type B", "Figure C", "step D". */
const LABELLED =
  /\b(?:type|class|grade|group|category|condition|method|step|item|figure|fig\.|table|zone|panel|detail|view|position|p\/n|part number)\s+([A-Z]{1,3}|[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)(?![\p{L}\p{N}])/giu;

const SIGN = String.raw`(?:[<>≤≥±≈~+-]{1,2} ?)?`;
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(${SIGN})([\p{L}\p{N}](?:[-/_]?[\p{L}\p{N}]|(?<=\d)[.,:](?=\d))*)`,
  'gu',
);
/** Digits with their separators: 27.5, 3,000, 3 000, 250-300, 1/4-28, 1 1/2, 2½, 32-11-00. */
const NUMBER =
  /\d{1,3}(?: \d{3})+(?![\d.,/-]*\d)|\d+ \d+\/\d+|\d+(?:[.,:/-]\d+)* ?[½¼¾⅓⅔⅛⅜⅝⅞]|\d+(?:[.,:/-]\d+)*|[½¼¾⅓⅔⅛⅜⅝⅞]/uy;
const ANY_UNIT = [...UNITS]
  .sort((a, b) => b.length - a.length)
  .map((unit) => unit.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
  .join('|');
const UNIT = new RegExp(`[ -]?(${ANY_UNIT})(?![\\p{L}\\p{N}²³])`, 'uy');
/** A unit in a column title: `N·m`, `Torque (N·m)`, `Pressure, bar`. */
const COLUMN_UNIT = new RegExp(`(?:^|[,(\\[] ?)(${ANY_UNIT})[)\\]]?$`, 'u');
const COLUMN_BREAK = /\t|\s\|\s| {2,}/u;
const RANGE = /^ ?(?:-|to|thru|through|\.{3}|…) ?$/u;

/** Numbers in neighbouring columns or lines are two numbers, not the thousands of one. */
const COLUMN_OF_NUMBERS = /(\d)(?:\t+| {2,}|[ \t]*[\r\n]\s*)(?=[\d±+<>≤≥-])/gu;

/** One spelling for every kind of space, dash, dot, prime and invisible character. Never maps one digit to another. */
export function levelTypography(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(COLUMN_OF_NUMBERS, '$1 | ')
    .replace(/\s+/gu, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2219\u22c5\u2022\u2027]/g, '·')
    .replace(/[\u2018\u2019\u2032]/g, "'")
    .replace(/[\u201c\u201d\u2033]/g, '"')
    .replace(/\u03bc/g, 'µ')
    .replace(/\u2126/g, 'Ω')
    .replace(/º/g, '°')
    .replace(/\b(?:minus|MINUS) (?=\d)/g, '-')
    .replace(/\b(between|BETWEEN) ([\d.,]+) (?:and|AND) (?=\d)/g, '$1 $2 to ');
}

interface Found {
  start: number;
  end: number;
  sign: string;
  value: string;
  unit: string;
  numeric: boolean;
}

/** A fact at its place in the levelled text; `end` exclusive. */
export interface LocatedFact {
  fact: string;
  start: number;
  end: number;
}

/** Numbers and identifiers with their places in `levelTypography(text)`. */
export function locateFacts(text: string): LocatedFact[] {
  const levelled = levelTypography(text);
  return joinRanges(scan(levelled), levelled).map(({ start, end, numeric, sign, value, unit }) => ({
    ...{ start, end },
    fact: numeric ? `${sign}${value}|${unit}` : value,
  }));
}

/** The facts a text states, as keys. A number's key is `<sign><number>|<unit>`. */
export function factsIn(text: string): Set<string> {
  const levelled = levelTypography(text);
  const facts = new Set(locateFacts(text).map(({ fact }) => fact));
  for (const [word] of levelled.matchAll(NUMBER_WORDS)) facts.add(word.toLowerCase());
  for (const [, label] of levelled.matchAll(LABELLED)) if (label && label === label.toUpperCase()) facts.add(label);
  return facts;
}

/**
 * Facts that a table row states through its header: the number in the column `Torque (N·m)` is a number of N·m. Nothing when
 * row and header have not the same number of cells, for then nobody knows which column a cell is in.
 */
export function columnFacts(row: string, header: string): Set<string> {
  return new Set(
    cellsOf(row, header).flatMap(({ title, text }) => {
      const unit = COLUMN_UNIT.exec(title)?.[1];
      return unit ? [...factsIn(text)].filter((fact) => fact.endsWith('|')).map((fact) => `${fact}${unit}`) : [];
    }),
  );
}

/** The cells of a row under their titles, levelled; none when row and header have not the same number of cells. */
export function cellsOf(row: string, header: string): { title: string; text: string }[] {
  const titles = header.trim().split(COLUMN_BREAK).map(levelTypography);
  const cells = row.trim().split(COLUMN_BREAK).map(levelTypography);
  if (cells.length !== titles.length) return [];
  return cells.map((text, column) => ({ title: titles[column]?.trim() ?? '', text: text.trim() }));
}

/** Facts that are a number with a unit: the limits, torques, pressures and times of a text. */
export function measuresIn(text: string): string[] {
  return [...factsIn(text)].filter(isMeasure);
}

/** Whether a fact is a number with a unit. */
export function isMeasure(fact: string): boolean {
  return /\|./u.test(fact);
}

function scan(text: string): Found[] {
  const found: Found[] = [];
  RUN.lastIndex = 0;
  for (let match = RUN.exec(text); match; match = RUN.exec(text)) {
    const [whole, sign = '', run = ''] = match;
    if (!/\p{N}/u.test(run)) continue;
    const start = match.index + whole.length - run.length;
    const item = numberAt(text, start, run.length) ?? {
      start,
      end: start + run.length,
      value: run,
      unit: '',
      numeric: false,
    };
    found.push({ ...item, sign: sign.trim() });
    RUN.lastIndex = item.end;
  }
  return found;
}

/** A number with its unit, when the run at `start` is one; null when it is an identifier such as `12A` or `MS20995C32`. */
function numberAt(text: string, start: number, runLength: number): Omit<Found, 'sign'> | null {
  NUMBER.lastIndex = start;
  const value = NUMBER.exec(text)?.[0];
  if (!value) return null;
  const end = start + value.length;
  UNIT.lastIndex = end;
  const unit = UNIT.exec(text);
  const glued = unit !== null && /^[A-Za-z]$/u.test(unit[0]); // `12A` may be a panel as well as a current
  if (unit && !glued) return { start, end: UNIT.lastIndex, value, unit: unit[1] ?? '', numeric: true };
  return end >= start + runLength ? { start, end, value, unit: '', numeric: true } : null;
}

/** Makes `27 - 30 N·m`, `27 to 30 N·m` and `27 ± 3 N·m` one fact, so that neither half can be quoted alone. */
function joinRanges(found: Found[], text: string): Found[] {
  const joined: Found[] = [];
  for (const item of found) {
    const previous = joined.at(-1);
    const between = previous ? text.slice(previous.end, item.start) : '';
    const tolerance = item.sign === '±' || item.sign === '+/-';
    const range = !item.sign && RANGE.test(between);
    const signedRange = item.sign === '-' && /^ ?- ?$/u.test(between);
    if (previous?.numeric && item.numeric && (tolerance ? /^ ?± ?$/u.test(between) : range || signedRange)) {
      const left = previous.unit && previous.unit !== item.unit ? `${previous.value} ${previous.unit}` : previous.value;
      const value = `${left}${tolerance ? '±' : '-'}${item.value}`;
      joined[joined.length - 1] = { ...previous, end: item.end, value, unit: item.unit || previous.unit };
    } else joined.push(item);
  }
  return joined;
}
