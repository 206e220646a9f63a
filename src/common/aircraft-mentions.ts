import { designatorsOf, levelDesignator, MAKERS } from './aircraft.js';

const MAKER = `(?:(?:MCDONNELL|DE HAVILLAND) )?(?:${[...MAKERS.keys(), 'DE HAVILLAND', 'FOKKER', 'SAAB'].join('|')})`;
/** Well-known types up to their first number. */
const WELL_KNOWN = [
  'A-?(?:3[0-8]\\d|220|400)',
  'B?-?7[0-8]7',
  '(?:ATR|CRJ|ERJ|EMB|BAE|KING AIR|CITATION|FALCON|SSJ)[ -]?\\d{1,6}',
  'E[ -]?1[79]\\d',
  'DHC[ -]?\\d(?: ?-?Q?[1-4]00)?',
  'DASH[ -]?8(?: ?-?Q?[1-4]00)?',
  'Q[1-4]00',
  '(?:MD|DC)-?\\d{1,2}',
  `${MAKER} \\d{2,4}`,
  MAKER,
  'ATR',
];
/** What goes on behind it: attached letters, a segment of a variant, a word; and nothing else: `A320-32-1045` is no aircraft. */
const VARIANT =
  '(?:[A-Z]{1,4}\\d{0,2})?(?:-[A-Z0-9]{1,5})?(?:[ -](?:NEO|CEO|NG|CLASSIC|FAMILY|MAX(?:[ -]?\\d{1,2})?)| [1-9]00(?:ER|F)?)?';
const [BEHIND_NO_NAME, BEFORE_NO_NAME] = ['(?<![\\p{L}\\p{N}._-])', '(?![\\p{L}\\p{N}])(?!-[\\p{L}\\p{N}])'];
/** What makes 737 a measure, a count or the number of something else. */
const MEASURE_BEHIND =
  /^(?:[ -]?(?:N[·. ]?M|DAN|K?N|LBS?|LBF|IN|FT|MM|CM|M|KM|KG|G|PSI[AG]?|[KMH]?PA|M?BAR|V|VAC|VDC|M?A|K?W|[KM]?HZ|°C?|DEG|RPM|HOURS?|HRS?|H|FH|FC|CYCLES?|DAYS?|MIN(?:UTES?)?|SEC(?:ONDS?)?|L|LIT(?:ER|RE)S?|QT|GAL|%|OHMS?|KTS?|KNOTS?|FEET|INCH(?:ES)?)(?![A-Z0-9])|[.,]\d)/u;
const NUMBER_OF =
  /(?:#|\b(?:NOS?|NUMBER|MSN|S\/N|P\/N|STA|STATION|FRAME|ZONE|ITEM|STEP|PAGE|FIG|FIGURE|TABLE|PANEL|FAULT|CODE)\.?)[ :]*$/u;
/** Where a question names its aircraft, though nobody knows the type: `on the Q-999X`, `aircraft XQ12`. */
const IN_PLACE =
  /\b(?:ON (?:THE |AN? |OUR |MY )?|AIRCRAFT |AIRPLANE |HELICOPTER )([A-Z]{1,5}-?\d{1,4}[A-Z]{0,3}(?:-[A-Z0-9]{1,4})?)(?![A-Z0-9-])/gu;

/**
 * The aircraft a text names, levelled, each once, in order: types of the library, others whose names begin with the same letters
 * (`KD-20` where there is `KD-19`), and well-known designators. Each is whole: `TR46-100`, never only its `TR46`.
 *
 * @param library aircraft types of the documents at hand
 */
export function aircraftIn(text: string, library: readonly string[] = []): string[] {
  return [...new Set(mentionsIn(levelDesignator(text), library).map(({ name }) => name))];
}

/** The text, levelled, without the aircraft that {@link aircraftIn} finds. */
export function withoutAircraft(text: string, library: readonly string[] = []): string {
  const levelled = levelDesignator(text);
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

/** Names that stand where an aircraft's does, levelled, whatever they are. */
export function namesInAircraftPlace(text: string): string[] {
  return [...levelDesignator(text).matchAll(IN_PLACE)].map(([, name]) => name!);
}

/** A type as it is and with another number. One letter and a number apart, `A 320`, may be anything. */
function patternsOf(designator: readonly string[]): string[] {
  const joint = designator[0]!.length > 1 ? '[ -]?' : '-?';
  const whole = designator.join(joint);
  const number = designator.findIndex((run) => /^\p{N}/u.test(run));
  const letters = designator.slice(0, Math.max(number, 0)).join(joint);
  return letters === '' ? [whole] : [whole, `${letters}${joint}\\p{N}{1,6}`];
}
