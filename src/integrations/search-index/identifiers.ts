/** Longest identifier kept; anything longer is a line of dashes or a hash, not something a person looks up. */
const MAX_LENGTH = 48;

/** A run of letters and digits joined by single hyphens. Decimal points stay outside: `12.5-15.0` is two numbers. */
const CODE = /(?<![A-Z0-9.-])[A-Z0-9]+(?:-[A-Z0-9]+)*(?![A-Z0-9-]|\.\d)/g;

/** The same in any case, decimals beside it or not: how an identifier that was found stands in a query. */
const WHOLE_CODE = /(?<![A-Z0-9-])[A-Z0-9]+(?:-[A-Z0-9]+)*(?![A-Z0-9-])/gi;

/** Hyphens of other shapes, and soft ones that can be no break of a word in small letters. */
const HYPHEN = /[\u2010-\u2012\u2212]|(?<=[\p{Lu}\p{N}])\u00ad(?=[\p{L}\p{N}])|(?<=\p{L})\u00ad(?=[\p{Lu}\p{N}])/gu;
const EN_DASH = '\u2013';
/** Codes joined by en dashes. */
const DASHED = /(?<![A-Za-z0-9-])[A-Za-z0-9-]+(?:\u2013[A-Za-z0-9-]+)+/g;

/** Words that announce a number, so that even a plain or date-like one is an identifier: `AD 2024-03-07`, `P/N 60217`. */
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
const AIRCRAFT_TYPE =
  /^(?:A[23]\d\d|B?7[0-8]7|ATR\d*|CRJ\d*|DHC\d*|ERJ|EMB|E1[79]\d|MD|DC)-(?:\d{1,3}|MAX|NEO|E2)[A-Z]{0,2}$/;
const MONTH = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC';
const DATE = new RegExp(
  `^(?:(?:19|20)\\d\\d-\\d\\d?(?:-\\d\\d?)?|\\d\\d?-\\d\\d?-(?:19|20)\\d\\d|\\d\\d?-?(?:${MONTH})[A-Z]*-?(?:\\d\\d){1,2}|(?:${MONTH})[A-Z]*-?\\d\\d(?:\\d\\d)?|(?:19|20)\\d\\d-?(?:${MONTH})[A-Z]*-?\\d\\d?)$`,
);

/**
 * The identifiers a text names, upper-cased, each once, in order of appearance: ATA numbers (`32-11-00`), task
 * numbers (`32-11-00-400-801`), part numbers (`AT72-4021-3`, `NAS1149F0363P`), document numbers (`SB72-32-0045`) and
 * fault codes. Ordinary words, plain numbers, dates, ranges, torques and other measurements are not identifiers.
 *
 * The same function reads passages and queries: what it misses in one it misses in the other, and both sides are
 * still found by their words.
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

/**
 * The terms an identifier of a text is found by, lower case: itself, and its beginnings of two or more segments, so that a
 * search for a subject finds its tasks (`32-11-00-400-801` by `32-11-00` and `32-11`) and a search for a part finds its
 * dash numbers (`AT72-4021-3` by `AT72-4021`). One with hyphens also has a term that says it is whole, and one for those
 * who type it without, or with none but the one before its dash number: another than the term of a number written so, for
 * `114-50121` is not `114-5012-1`.
 */
export function identifierTerms(identifier: string): string[] {
  const code = identifier.toLowerCase();
  const segments = code.split('-');
  if (segments.length === 1) return [code];
  const beginnings = segments.slice(2).map((_, index) => segments.slice(0, index + 2).join('-'));
  return [code, wholeTerm(code), ...joinedTerms(code), ...beginnings.filter((term) => countDigits(term) >= 3)];
}

/**
 * The terms of {@link identifierTerms} by which an identifier of a query finds: as it is typed, and written without hyphens
 * on one side. A text that has it whole has more of them than one that has it as a beginning.
 *
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

/** Of a number with hyphens as people type it who leave some out. */
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

/**
 * The terms that a document's own number is found by: those of an identifier, and its endings, since people leave away what
 * all numbers of their library begin with (`SB 32-018` for `SB-TR46-32-018`).
 */
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

/**
 * A query taken apart: the identifiers it names, upper case, and the words that remain, to be matched as language.
 * Identifiers leave the words, or `32-11-00` would match every `32` and `11` there is.
 */
export function splitIdentifiers(query: string): { identifiers: string[]; words: string } {
  const identifiers = extractIdentifiers(query);
  const named = new Set(identifiers);
  const words =
    named.size === 0
      ? foldHyphens(query)
      : foldHyphens(query).replaceAll(WHOLE_CODE, (code) => (named.has(code.toUpperCase()) ? ' ' : code));
  return { identifiers, words };
}

/**
 * Words that may be identifiers typed without hyphens (`321100`, `at7240213`), upper case: they are matched both ways, as
 * identifiers and as words.
 */
export function guessIdentifiers(words: string): string[] {
  const codes = normalise(words).match(CODE) ?? [];
  return codes.filter((word) => word.length <= MAX_LENGTH && isGuess(word));
}

/** `PC-7`, `R44`: the shortest names of models. */
const SHORT_MODEL = /^(?:[A-Z]{1,3}-\d[A-Z]?|[A-Z]\d{2})$/;

/**
 * Names of parts and models that a question may be about, upper case: its identifiers, and shorter words of letters and at least two
 * digits (`REM38E`). Measures, dates and numbered words (`28VDC`, `15MAR24`, `STEP-12`) are excluded.
 */
export function namesOfParts(question: string): string[] {
  const short = (normalise(question).match(CODE) ?? []).filter(
    (code) =>
      SHORT_MODEL.test(code) ||
      (code.length >= 4 && code.length <= MAX_LENGTH && /[A-Z]/.test(code) && countDigits(code) >= 2),
  );
  return [...new Set([...extractIdentifiers(question), ...short.filter(isName)])];
}

/** {@link splitIdentifiers} and {@link guessIdentifiers} in one, lower case; words without accents. */
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

/**
 * Typographic hyphens and those that a soft hyphen leaves in a copied number made plain, en dashes where they are the hyphens
 * of an identifier; compatibility forms folded (full-width digits).
 */
export function foldHyphens(text: string): string {
  return text
    .normalize('NFKC')
    .replace(HYPHEN, '-')
    .replace(DASHED, (run) => {
      const code = run.replaceAll(EN_DASH, '-');
      return isRangeOfCodes(run) || !isIdentifier(code.toUpperCase()) ? run : code;
    });
}

/** `32-11-00–32-11-05`, `A319–A321`, `MS20392–NAS1149`: the en dash stands between two codes, not within one. */
function isRangeOfCodes(run: string): boolean {
  const codes = run.toUpperCase().split(EN_DASH);
  const [first, last] = codes.map((code) => code.replace(/\d/g, '0'));
  return run.includes('-') || (codes.length === 2 && first === last) || codes.every(isIdentifier);
}

/** Letters without their accents. */
export function foldAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '');
}

function normalise(text: string): string {
  return foldHyphens(text).replace(/\s+/g, ' ').toUpperCase();
}

function isIdentifier(code: string): boolean {
  if (ATA.test(code)) return true;
  const digits = countDigits(code);
  if (digits < 3 || DATE.test(code) || AIRCRAFT_TYPE.test(code)) return false;
  const segments = code.split('-');
  return /[A-Z]/.test(code) ? code.length >= 5 && isName(code) : isNumericCode(segments, digits);
}

/** Letters and digits: `MS20392`, `AT72-4021-3`, but not `1250NM`, `100-HOUR`, `POST-2015`, `FL350`. */
function isName(code: string): boolean {
  if (DATE.test(code) || AIRCRAFT_TYPE.test(code)) return false;
  if (NUMBER_THEN_WORDS.test(code) || ORDINARY_PREFIX.test(code) || THREAD_OR_FLIGHT_LEVEL.test(code)) return false;
  const isMeasure = (part: string): boolean => NUMBER.test(part) || UNIT_WORD.test(part) || MEASUREMENT.test(part);
  return !/^\d/.test(code) || !code.split('-').every(isMeasure);
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
