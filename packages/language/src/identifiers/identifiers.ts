import { isKnownVariant } from '../aircraft/designator-forms.js';
import { foldAccents } from '../text/typography.js';

/** Maximum length of an identifier. Longer matches are lines of dashes or hashes. */
const MAX_LENGTH = 48;

/** Letters and digits joined by single hyphens. Decimals do not match: `12.5-15.0` is two numbers. */
const CODE = /(?<![A-Z0-9.-])[A-Z0-9]+(?:-[A-Z0-9]+)*(?![A-Z0-9-]|\.\d)/g;

/** The same in any case, also next to decimals: identifiers in queries. */
const WHOLE_CODE = /(?<![A-Z0-9-])[A-Z0-9]+(?:-[A-Z0-9]+)*(?![A-Z0-9-])/gi;

/** Typographic hyphens, and soft hyphens that cannot break a lower-case word. */
const HYPHEN = /[\u2010-\u2012\u2212]|(?<=[\p{Lu}\p{N}])\u00ad(?=[\p{L}\p{N}])|(?<=\p{L})\u00ad(?=[\p{Lu}\p{N}])/gu;
const EN_DASH = '\u2013';
const DASHED = /(?<![A-Za-z0-9-])[A-Za-z0-9-]+(?:\u2013[A-Za-z0-9-]+)+/g;

/** Words that announce an identifier, so that a plain or date-like number counts as one: `AD 2024-03-07`, `P/N 60217`. */
const ANNOUNCED =
  /\b(?:P\/?N|PART (?:NUMBER|NO\.?)|S\/?B|A\/?D|ASB|SL|SIL|EO|STC|TASK|FAULT(?: CODE)?|FAILURE CODE|BITE CODE|ERROR CODE|ATA)(?: (?:NUMBER|NO\.?|CODE))?[ :#]{1,3}([A-Z0-9]+(?:-[A-Z0-9]+)*)(?![A-Z0-9-]|\.\d)/g;

const ATA = /^\d\d-\d\d-\d\d(?:-[A-Z0-9]{1,6})*$/;
const ATA_SECTION = /^\d\d-\d\d$/;
const NUMBER = /^\d+$/;
/** Single letters are units only after few digits (`115V`): `12345A` is a part number. */
const UNIT =
  'NM|LB|LBS|LBF|LBIN|LBFT|INLB|FTLB|PSI|PSIA|PSIG|KPA|MPA|BAR|MBAR|HPA|V|MV|KV|VDC|VAC|HZ|KHZ|MHZ|GHZ|A|MA|AH|W|KW|VA|KVA|' +
  'MM|CM|M|KM|IN|INCH|FT|YD|L|LTR|ML|GAL|QT|KG|G|MG|T|H|HR|HRS|HOURS?|FH|FC|CYCLES?|DAYS?|MONTHS?|YEARS?|MIN|S|SEC|MS|' +
  'RPM|DEG|C|F|K|KT|KTS|KIAS|KCAS|FPM|PPH|GPM|NMI|OHMS?|DB|UNF|UNC|UNJF|PLY|PIN|WAY|TH|ND|RD|ST|AM|PM';
const UNIT_WORD = new RegExp(`^(?:${UNIT})$`);
const MEASUREMENT = new RegExp(`^\\d{1,4}(?:${UNIT})$|^\\d+(?:${UNIT.replace(/\b[A-Z]\||\|[A-Z]\b/g, '')})$`);
const NUMBER_THEN_WORDS = /^\d+(?:-[A-Z]{2,})+$/;
const ORDINARY_PREFIX =
  /^(?:PRE|POST|MID|NON|PAGES?|STEPS?|ITEMS?|FIG|FIGURE|TABLE|NOTE|REV|REVISION|ISSUE|TYPE|CLASS|GRADE|PHASE|ZONE|LEVEL|CHAPTER|SECTION|PARA|PART|ATA)-?\d+$/;
const THREAD_OR_FLIGHT_LEVEL = /^(?:M?\d+X\d+|FL\d+)$/;
const MONTH = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC';
const DATE = new RegExp(
  `^(?:(?:19|20)\\d\\d-\\d\\d?(?:-\\d\\d?)?|\\d\\d?-\\d\\d?-(?:19|20)\\d\\d|\\d\\d?-?(?:${MONTH})[A-Z]*-?(?:\\d\\d){1,2}|(?:${MONTH})[A-Z]*-?\\d\\d(?:\\d\\d)?|(?:19|20)\\d\\d-?(?:${MONTH})[A-Z]*-?\\d\\d?)$`,
);

/**
 * The identifiers in a text, in upper case, without duplicates, in order: ATA numbers (`32-11-00`), task numbers
 * (`32-11-00-400-801`), part numbers (`AT72-4021-3`), document numbers (`SB72-32-0045`) and fault codes. Plain numbers,
 * dates, ranges and measurements are not identifiers. Passages and queries use the same function.
 */
export function extractIdentifiers(text: string): string[] {
  const upper = normalise(text);
  const found: [position: number, identifier: string][] = [];
  for (const match of upper.matchAll(CODE)) {
    if (isIdentifier(match[0])) found.push([match.index, match[0]]);
  }
  for (const match of upper.matchAll(ANNOUNCED)) {
    const code = match[1]!;
    if (countDigits(code) >= 3) found.push([match.index + match[0].length - code.length, code]);
  }
  found.sort(([a], [b]) => a - b);
  return [...new Set(found.map(([, identifier]) => identifier))].filter((code) => code.length <= MAX_LENGTH);
}

/** The index terms of an identifier: itself, its prefixes of two or more segments, its complete form, spellings with fewer hyphens. */
export function identifierTerms(identifier: string): string[] {
  const code = identifier.toLowerCase();
  const segments = code.split('-');
  if (segments.length === 1) return [code];
  const beginnings = segments.slice(2).map((_, index) => segments.slice(0, index + 2).join('-'));
  return [code, wholeTerm(code), ...joinedTerms(code), ...beginnings.filter((term) => countDigits(term) >= 3)];
}

/**
 * The terms of {@link identifierTerms} that a query looks for. A passage with the complete identifier matches more of
 * them than one with a prefix.
 * @param identifier lower case
 */
export function soughtTerms(identifier: string): string[] {
  return identifier.includes('-')
    ? [identifier, wholeTerm(identifier), typedTerm(identifier), identifier.replaceAll('-', '')]
    : [identifier, typedTerm(identifier)];
}

function wholeTerm(code: string): string {
  return `=${code}`;
}

/** Marks a number that is typed without some of its hyphens. */
function typedTerm(code: string): string {
  return `~${code}`;
}

/** `at72-4021-3` as `at7240213` and as `at724021-3`. */
function joinedTerms(code: string): string[] {
  const last = code.lastIndexOf('-');
  const base = code.slice(0, last);
  const joined = base.replaceAll('-', '');
  const forms = [`${joined}${code.slice(last + 1)}`, ...(joined === base ? [] : [`${joined}${code.slice(last)}`])];
  return forms.map(typedTerm);
}

/** Index terms of a document number: an identifier's, and its suffixes, because people omit the common prefix (`SB 32-018`). */
export function ownNumberTerms(documentNumber: string): string[] {
  const terms = extractIdentifiers(documentNumber).flatMap((identifier) => {
    const segments = identifier.toLowerCase().split('-');
    const endings = segments.slice(1).map((_, index) => segments.slice(index + 1).join('-'));
    const known = endings.filter((ending) => ending.includes('-') && countDigits(ending) >= 4);
    return [
      ...identifierTerms(identifier),
      ...known.flatMap((ending) => [ending, wholeTerm(ending), ...joinedTerms(ending)]),
    ];
  });
  return [...new Set(terms)];
}

/** Splits a query into identifiers (upper case) and remaining words. Without this, `32-11-00` would match every `32` and `11`. */
export function splitIdentifiers(query: string): { identifiers: string[]; words: string } {
  const identifiers = extractIdentifiers(query);
  const named = new Set(identifiers);
  const words =
    named.size === 0
      ? foldHyphens(query)
      : foldHyphens(query).replaceAll(WHOLE_CODE, (code) => (named.has(code.toUpperCase()) ? ' ' : code));
  return { identifiers, words };
}

/** Words that may be identifiers without hyphens (`321100`), in upper case. Searched both as identifiers and as words. */
export function guessIdentifiers(words: string): string[] {
  const codes = normalise(words).match(CODE) ?? [];
  return codes.filter((word) => word.length <= MAX_LENGTH && isGuess(word));
}

const SHORT_MODEL = /^(?:[A-Z]{1,3}-\d[A-Z]?|[A-Z]\d{2})$/;

/**
 * Names of parts and models in a question, in upper case: identifiers, and shorter codes with at least two digits
 * (`REM38E`). Measurements, dates and numbered words (`28VDC`, `15MAR24`, `STEP-12`) are excluded.
 */
export function namesOfParts(question: string): string[] {
  const short = (normalise(question).match(CODE) ?? []).filter(
    (code) =>
      SHORT_MODEL.test(code) ||
      (code.length >= 4 && code.length <= MAX_LENGTH && /[A-Z]/.test(code) && countDigits(code) >= 2),
  );
  return [...new Set([...extractIdentifiers(question), ...short.filter(isName)])];
}

/** Combines {@link splitIdentifiers} and {@link guessIdentifiers}. Lower case, words without accents. */
export function splitQuery(query: string): { identifiers: string[]; words: string } {
  const { identifiers, words } = splitIdentifiers(query);
  const all = [...identifiers, ...guessIdentifiers(words)];
  return { identifiers: [...new Set(all.map((term) => term.toLowerCase()))], words: foldAccents(words).trim() };
}

function isGuess(word: string): boolean {
  return NUMBER.test(word) || ATA_SECTION.test(word)
    ? word.length >= 5
    : word.length >= 4 && /\d/.test(word) && /[A-Z]/.test(word);
}

/** Replaces typographic hyphens, and en dashes inside identifiers, by hyphens. Folds compatibility forms such as full-width digits. */
export function foldHyphens(text: string): string {
  return text
    .normalize('NFKC')
    .replace(HYPHEN, '-')
    .replace(DASHED, (run) => {
      const code = run.replaceAll(EN_DASH, '-');
      return isRangeOfCodes(run) || !isIdentifier(code.toUpperCase()) ? run : code;
    });
}

/** `32-11-00–32-11-05`, `A319–A321`, `MS20392–NAS1149`: the en dash separates two codes. */
function isRangeOfCodes(run: string): boolean {
  const codes = run.toUpperCase().split(EN_DASH);
  const [first, last] = codes.map((code) => code.replace(/\d/g, '0'));
  return run.includes('-') || (codes.length === 2 && first === last) || codes.every(isIdentifier);
}

function normalise(text: string): string {
  return foldHyphens(text).replace(/\s+/g, ' ').toUpperCase();
}

function isIdentifier(code: string): boolean {
  if (ATA.test(code)) return true;
  const digits = countDigits(code);
  if (digits < 3 || DATE.test(code) || isKnownVariant(code)) return false;
  const segments = code.split('-');
  return /[A-Z]/.test(code) ? code.length >= 5 && isName(code) : isNumericCode(segments, digits);
}

/** Letters and digits: `MS20392`, `AT72-4021-3`, but not `1250NM`, `100-HOUR`, `POST-2015`, `FL350`. */
function isName(code: string): boolean {
  if (DATE.test(code) || isKnownVariant(code)) return false;
  if (NUMBER_THEN_WORDS.test(code) || ORDINARY_PREFIX.test(code) || THREAD_OR_FLIGHT_LEVEL.test(code)) return false;
  const isMeasure = (part: string): boolean => NUMBER.test(part) || UNIT_WORD.test(part) || MEASUREMENT.test(part);
  return !/^\d/.test(code) || !code.split('-').every(isMeasure);
}

/** Whether a code in upper case is a date, a model of an aircraft, a thread, a measurement or a numbered word, and no part number. */
export function isOrdinaryCode(code: string): boolean {
  return ATA.test(code) || !isName(code) || MEASUREMENT.test(code);
}

/** Digits and hyphens only: `114-5012-1`, `72-0045`, but not `60217` (plain) nor `1200-1350` (a range). */
function isNumericCode(segments: string[], digits: number): boolean {
  if (segments.length >= 3) return digits >= 6;
  if (segments.length < 2 || digits < 5) return false;
  const [from, to] = segments.map(Number) as [number, number];
  const isRange = !segments.some((part) => part.startsWith('0')) && from < to && to <= from * 20;
  return !isRange;
}

function countDigits(code: string): number {
  return code.replace(/\D/g, '').length;
}
