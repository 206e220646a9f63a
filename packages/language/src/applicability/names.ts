import { designatorsOf, relationOf, type Designator } from '../aircraft/designators.js';
import type { AircraftFacts } from './expression.js';
import { anyOf, numberOf } from './ranges.js';

/** Types that no other thing is called. */
export const KNOWN_TYPE = /^(?:A[23]\d\d|B?7[0-8]7|ATR|CRJ|DHC|DASH|ERJ|EMB|E1[79]\d|MD-?\d|DC-?\d)/u;

/** Names of certificates and of the market for the same aircraft: a `CRJ900` is a `CL-600-2D24`. */
const ALIASES: readonly RegExp[] = [/^(?:CRJ|CL)\b/u, /^(?:MD|DC)\b/u, /^E 17\d/u, /^E 19\d/u, /^(?:BAE|AVRO|RJ)\b/u];

/**
 * Whether a designation in a statement includes a model of the register: `TR46` includes `TR46-200`.
 * Null also for spellings of two schemes: `A320-200` or `A320NEO` of an `A320-214`, `TR46-200` of a `TR46-200F`.
 */
export function coversModel(stated: string, registered: string): boolean | null {
  return compare(designatorsOf(stated), designatorsOf(registered), (one, other, at) => {
    if (at < one.length) return one.slice(0, at).some(isDigits) ? areTwoSchemes(one[at], other[at]) : areAliases(one, other); // prettier-ignore
    return one.filter(isDigits).length > 1 && !isDigits(other[at]);
  });
}

/** As {@link coversModel}. The stroke of `CFM56-5B4/3` is no list. A `PW127M` is a `PW127` only if that is a series. */
export function coversEngine(stated: string, registered: string, isSeries: boolean): boolean | null {
  if (isMisread(stated, registered)) return null;
  const [one, other] = [stated, registered].map((name) => designatorsOf(name.replaceAll('/', '-')));
  return compare(one!, other!, (runs, others, at) => {
    if (at < runs.length) return at > 0 && areTwoSchemes(runs[at], others[at]);
    return !isSeries && !isDigits(others[at]);
  });
}

/** @param isUnclear whether it is open if they belong together: they differ from `at` on, or the first ends there */
function compare(
  stated: readonly Designator[],
  registered: readonly Designator[],
  isUnclear: (one: Designator, other: Designator, at: number) => boolean,
): boolean | null {
  return anyOf(
    stated.flatMap((one) =>
      registered.map((other) => {
        const relation = relationOf(one, other);
        if (relation === 'same') return true;
        if (relation === 'contained') return null;
        const at = one.findIndex((run, index) => run !== other[index]);
        if (isUnclear(one, other, at < 0 ? one.length : at)) return null;
        return relation === 'contains';
      }),
    ),
  );
}

/** `200` is a series, `214` a variant, `NEO` a name: they do not exclude each other. */
function areTwoSchemes(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  if (isDigits(one) !== isDigits(other)) return true;
  return isDigits(one) && one.endsWith('00') !== other.endsWith('00');
}

function areAliases(one: Designator, other: Designator): boolean {
  return ALIASES.some((names) => names.test(one.join(' ')) && names.test(other.join(' ')));
}

function isDigits(run: string | undefined): boolean {
  return /^\p{N}+$/u.test(run ?? '');
}

const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(['O0', 'D0', 'Q0', 'I1', 'L1', 'Z2', 'S5', 'G6', 'B8'].map(([letter, digit]) => [letter!, digit!])); // prettier-ignore

/** Whether a name fits only with characters that scanners confuse: `TR4G-2OO` and `TR46-200`. */
export function isMisread(stated: string, registered: string): boolean {
  const [written, known] = [stated, registered].map((name) =>
    name.toUpperCase().split(' ').at(-1)!.replaceAll('-', ''),
  );
  const fold = (name: string): string => [...name].map((letter) => LOOKS_LIKE.get(letter) ?? letter).join('');
  return !known!.startsWith(written!) && fold(known!).startsWith(fold(written!));
}

/** Whether a designation may be no model: it is like none of the aircraft, or the register has it as something else. */
export function isForeign(term: { names: readonly string[]; isCertain: boolean }, aircraft: AircraftFacts): boolean {
  const own = [aircraft.aircraft_type, aircraft.model ?? ''].flatMap((name) => designatorsOf(name));
  const letters = [aircraft.serial_number, aircraft.fleet_number].map((one) => numberOf(one ?? '')?.prefix ?? '').filter((one) => one !== ''); // prettier-ignore
  return term.names.some((name) => {
    const prefix = numberOf(name)?.prefix ?? '';
    if (letters.includes(prefix) || name === aircraft.registration?.toUpperCase()) return true;
    if ([aircraft.aircraft_type, aircraft.model].some((one) => one !== null && isMisread(name, one))) return true;
    if (aircraft.configuration_codes.some((code) => code.toUpperCase() === name)) return true;
    const isOfType = coversModel(name, aircraft.aircraft_type) !== false;
    if (!term.isCertain && !isOfType && letters.some((one) => prefix.startsWith(one))) return true;
    if (term.isCertain || KNOWN_TYPE.test(name)) return false;
    const [first, second] = designatorsOf(name)[0] ?? [];
    return !own.some((one) => one[0] === first && (first!.length > 1 || one[1] === second));
  });
}
