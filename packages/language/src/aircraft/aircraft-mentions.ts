import { designatorsOf, fitsAircraft, normalizeDesignator, MAKERS } from './designators.js';

const MAKER = `(?:(?:MCDONNELL|DE HAVILLAND) )?(?:${[...MAKERS.keys(), 'DE HAVILLAND', 'FOKKER', 'SAAB'].join('|')})`;
/** Text after `737` that makes it a measurement or a count. */
const MEASURE =
  '(?:[ -]?(?:N[·. ]?M|DAN|K?N|LBS?|LBF|IN|FT|MM|CM|M|KM|KG|G|PSI[AG]?|[KMH]?PA|M?BAR|V|VAC|VDC|M?A|K?W|[KM]?HZ|°C?|DEG|RPM|FLIGHT|HOURS?|HRS?|H|FH|FC|CYCLES?|DAYS?|MIN(?:UTES?)?|SEC(?:ONDS?)?|L|LIT(?:ER|RE)S?|QT|GAL|%|OHMS?|KTS?|KNOTS?|FEET|INCH(?:ES)?)(?![A-Z0-9])|[.,]\\d)';
const JOINT = '[ _./-]?';
const WELL_KNOWN = [
  'A[_./-]?(?:3[0-8]\\d|220|400)',
  `B?[ -]?737[ _./](?:7|8|9|10)(?!${MEASURE})`,
  'B?-?7[0-8]7',
  `(?:ATR|CRJ|ERJ|EMB|BAE|KING AIR|CITATION|FALCON|SSJ)${JOINT}\\d{1,6}`,
  `E${JOINT}1[79]\\d`,
  `DHC${JOINT}\\d(?:${JOINT}Q?[1-4]00)?`,
  `DASH${JOINT}8(?:${JOINT}Q?[1-4]00)?`,
  'Q[ -]?[1-4]00',
  `(?:MD|(?<!V )DC)${JOINT}\\d{1,2}`,
  'AS[ -]?3[356]\\d|L[ -]?1011|IL[ -]?(?:62|76|86|96)|TU[ -]?(?:134|154|204|214)|DO[ -]?(?:228|328)|PC[ -]?(?:12|24)',
  '(?:BELL|DORNIER|PILATUS|ILYUSHIN|TUPOLEV|ANTONOV|CHALLENGER|PHENOM|ROBINSON) [A-Z]{0,2}-?\\d{1,3}',
  'CONCORDE|TRIPLE SEVEN|JUMBO(?: JET)?|DREAMLINER',
  `${MAKER} \\d{2,4}`,
  MAKER,
  'ATR',
];
/** What can follow a type: letters, a variant, list members, a word. Anything else ends the match: `A320-32-1045` is no aircraft. */
const VARIANT =
  `(?:[A-Z]{1,4}\\d{0,2})?(?:-[A-Z0-9]{1,5}|(?:[_.]|/-?| -|- | - )\\d{1,4}[A-Z]{0,2}(?!${MEASURE}))?(?:/-?\\d{2,4})*` +
  `(?:[ -](?:NEO|CEO|NG|CLASSIC|FAMILY|MAX(?:[ -]?\\d{1,2})?)| [1-9]\\d\\d(?:ER|F)?(?!${MEASURE}))?`;
const [BEHIND_NO_NAME, BEFORE_NO_NAME] = ['(?<![\\p{L}\\p{N}._-])', '(?![\\p{L}\\p{N}])(?!-[\\p{L}\\p{N}])'];
const MEASURE_BEHIND = new RegExp(`^${MEASURE}`, 'u');
const NUMBER_OF =
  /(?:#|\b(?:NOS?|NUMBER|MSN|S\/N|P\/N|STA|STATION|FRAME|ZONE|ITEM|STEP|PAGE|FIG|FIGURE|TABLE|PANEL|FAULT|CODE)\.?)[ :]*$/u;
/** Places where a question names its aircraft, even if the type is unknown: `on the Q-999X`, `aircraft XQ12`, `on the 738`. */
const IN_PLACE = new RegExp(
  String.raw`\b(?:ON (?:THE |AN? |OUR |MY )?|AIRCRAFT |AIRPLANE |HELICOPTER )([A-Z]{1,5}-?\d{1,4}[A-Z]{0,3}(?:-[A-Z0-9]{1,4})?|(?<=THE |OUR |MY )7[0-8]\d[A-Z]?(?!${MEASURE}))(?![A-Z0-9-])`,
  'gu',
);
/** A variant whose type is named elsewhere: `and on the -200?`, `for the 200`, `the NEO`. */
const BARE_VARIANT = new RegExp(
  String.raw`(?<![\p{L}\p{N}._/-])-(?<number>\d{1,2}00[A-Z]{0,2})(?![\p{L}\p{N}-])(?!${MEASURE})|\b(?:ON|FOR|OF|WITH|ABOUT) THE (?<word>\d{1,2}00[A-Z]{0,2}|NEO|CEO|NG|MAX|CLASSIC)(?=\s*(?:[?,;!]|\.(?!\d)|$|AIRCRAFT|VARIANT|MODEL|SERIES))`,
  'gu',
);
/** The letter of an Airbus type that is separated from its number and cannot be an article: `A 330`, `the a 330`. */
const APART =
  /(?<![\p{L}\p{N}])(?:A|(?<=\b(?:the|an|our|my|airbus) )a|a(?=[ .](?:3[0-8]\d|220)\s*(?:[?;!]|$|neo|ceo)))[ .](?=(?:3[0-8]\d|220)(?!\p{N}))/giu;

/**
 * The aircraft that a text names, normalized, without duplicates, in order: types of the library, types with the same
 * letters (`KD-20` if the library has `KD-19`), and well-known types. Names are complete: `TR46-100`, not `TR46`.
 * @param library aircraft types of the available documents
 */
export function aircraftIn(text: string, library: readonly string[] = []): string[] {
  return [...new Set(mentionsIn(joined(text), library).map(({ name }) => name))];
}

/** The normalized text without the aircraft that {@link aircraftIn} finds. */
export function withoutAircraft(text: string, library: readonly string[] = []): string {
  const levelled = joined(text);
  return mentionsIn(levelled, library).reduceRight(
    (rest, { name, index }) => `${rest.slice(0, index)} ${rest.slice(index + name.length)}`,
    levelled,
  );
}

function mentionsIn(levelled: string, library: readonly string[]): { name: string; index: number }[] {
  const names = [...library.flatMap(designatorsOf).flatMap(patternsOf), ...WELL_KNOWN];
  const pattern = new RegExp(`${BEHIND_NO_NAME}(?:${MAKER} )?(?:${names.join('|')})${VARIANT}${BEFORE_NO_NAME}`, 'gu');
  const found = [...levelled.matchAll(pattern)].map(({ 0: name, index }) => ({ name, index }));
  return found.filter(({ name, index }) => !/^\d+$/u.test(name) || !isNumberOfElse(levelled, index, name.length));
}

function isNumberOfElse(levelled: string, index: number, length: number): boolean {
  return MEASURE_BEHIND.test(levelled.slice(index + length)) || NUMBER_OF.test(levelled.slice(0, index));
}

/** Names in the position of an aircraft name, normalized. They need not be known types. */
export function namesInAircraftPlace(text: string): string[] {
  return [...normalizeDesignator(text).matchAll(IN_PLACE)].map(([, name]) => name!);
}

/** Variants that a text names without their type, normalized: `200`, `NEO`. */
export function bareVariantsIn(text: string): string[] {
  const found = [...normalizeDesignator(text).matchAll(BARE_VARIANT)].map(
    ({ groups }) => groups!.number ?? groups!.word!,
  );
  return [...new Set(found)];
}

/** Whether a document for `aircraftType` may apply to a variant that was named without its type. */
export function fitsVariant(aircraftType: string, variant: string): boolean {
  return designatorsOf(aircraftType).some((runs) => {
    const number = runs.findIndex((run) => /^\p{N}/u.test(run));
    // `100` distinguishes a CRJ-100 from a CRJ-200. In a TR46-100, `46` does.
    const isOfType = number <= 0 || !/^\p{N}{1,2}00$/u.test(runs[number]!);
    const family = runs.slice(0, isOfType ? Math.max(number, 0) + 1 : number);
    return fitsAircraft(runs.join(' '), `${family.join(' ')} ${variant}`);
  });
}

/** The normalized text, with the letter of an Airbus type joined to its number. */
function joined(text: string): string {
  const capital = text.normalize('NFKC').replace(APART, (letter, index: number, all: string) => {
    const isArticle = letter.startsWith('a') && !/(?:the|an|our|my|airbus) $/iu.test(all.slice(0, index)) && !/^a[ .]\d{3}\s*(?:[?;!]|$|neo|ceo)/iu.test(all.slice(index)); // prettier-ignore
    return isArticle || MEASURE_BEHIND.test(normalizeDesignator(all.slice(index + 5, index + 20)).padStart(1))
      ? letter
      : 'A';
  });
  return normalizeDesignator(capital);
}

/** Matches a type, also with another number. `A 320` with a space is ambiguous and does not match. */
function patternsOf(designator: readonly string[]): string[] {
  const joint = designator[0]!.length > 1 ? JOINT : '[_./-]?';
  const whole = designator.join(joint);
  const number = designator.findIndex((run) => /^\p{N}/u.test(run));
  const letters = designator.slice(0, Math.max(number, 0)).join(joint);
  return letters === '' ? [whole] : [whole, `${letters}${joint}\\p{N}{1,6}`];
}
