import { designatorsOf } from '../aircraft/designators.js';
import { coversEngine, coversModel, isForeign, isMisread } from './names.js';
import { anyOf, inRanges, type NumberRange } from './ranges.js';

/** What a register knows about an aircraft. Null and missing entries are unknown, never false. */
export interface AircraftFacts {
  registration: string | null;
  /** Manufacturer's serial number. */
  serial_number: string | null;
  line_number: number | null;
  /** The operator's number, which customized manuals use after `ON A/C`. */
  fleet_number: string | null;
  aircraft_type: string;
  model: string | null;
  /** All codes of the aircraft; empty if they are not recorded. */
  configuration_codes: readonly string[];
  /** Models of the installed engines; empty if they are not recorded. */
  engines: readonly string[];
  modifications: readonly { kind: string; number: string; status: 'embodied' | 'not_embodied' }[];
}

/** The properties that numbers in a statement can mean. */
export type NumberProperty = 'serial_number' | 'line_number' | 'fleet_number';

export interface NumbersTerm {
  kind: 'numbers';
  /** Null: the statement does not tell which number it means. */
  property: NumberProperty | null;
  ranges: NumberRange[];
  text: string;
}

export type Term =
  | { kind: 'all'; text: string }
  | NumbersTerm
  | { kind: 'registration'; names: string[]; text: string }
  /** `isCertain`: the statement calls it a model, or it can be nothing else. */
  | { kind: 'model'; names: string[]; isCertain: boolean; text: string }
  /** `isSeries`: with all its variants. */
  | { kind: 'engine'; names: string[]; isSeries: boolean; text: string }
  | { kind: 'configuration'; codes: string[]; text: string }
  /** `qualified`: only one revision or way of embodiment counts, which registers do not tell. */
  | {
      kind: 'modification';
      type: ModificationType;
      number: string;
      state: 'embodied' | 'not_embodied';
      qualified: boolean;
      text: string;
    }
  /** A condition that a product table (PCT of S1000D) decides for the serial numbers it lists. */
  | { kind: 'products'; with: NumberRange[]; without: NumberRange[]; text: string };

export type ModificationType = 'SB' | 'MOD' | 'AD' | 'EO' | 'STC';

/** `either` holds readings of ambiguous words: their verdict counts if all agree. */
export type Expression =
  Term | { kind: 'all_of' | 'any_of' | 'either'; of: Expression[] } | { kind: 'not'; of: [Expression] };

/** How a term was decided. */
export interface TermResult {
  /** As the statement has it. */
  text: string;
  /** Property of the register that decides. */
  property: string;
  /** Value in the register; null if it is not recorded. */
  value: string | null;
  /** Null: unknown. */
  holds: boolean | null;
}

/**
 * In three-valued logic (Kleene): an unknown term leaves the whole unknown unless the others decide.
 * A designation that may be no model (`WV016`) leaves all unknown: the words around it were not understood.
 */
export function evaluate(expression: Expression, aircraft: AircraftFacts, results: TermResult[] = []): boolean | null {
  const holds = decide(expression, aircraft, results);
  return termsOf(expression).some((term) => term.kind === 'model' && isForeign(term, aircraft)) ? null : holds;
}

export function termsOf(expression: Expression): Term[] {
  return 'of' in expression ? expression.of.flatMap(termsOf) : [expression];
}

function decide(expression: Expression, aircraft: AircraftFacts, results: TermResult[]): boolean | null {
  if (!('of' in expression)) {
    const result = evaluateTerm(expression, aircraft);
    results.push(result);
    return result.holds;
  }
  const values = expression.of.map((one) => decide(one, aircraft, results));
  switch (expression.kind) {
    case 'not':
      return values[0] === null ? null : !values[0];
    case 'all_of':
      return values.includes(false) ? false : values.includes(null) ? null : true;
    case 'any_of':
      return anyOf(values);
    case 'either':
      return values.every((value) => value === values[0]) ? values[0]! : null;
  }
}

function evaluateTerm(term: Term, aircraft: AircraftFacts): TermResult {
  const result = (property: string, value: string | number | null | undefined, holds: boolean | null): TermResult => ({
    text: term.text,
    property,
    value: value === null || value === undefined || value === '' ? null : String(value),
    holds,
  });
  switch (term.kind) {
    case 'all':
      return result('all', 'all', true);
    case 'numbers': {
      if (term.property !== null)
        return result(term.property, aircraft[term.property], inRanges(term.ranges, aircraft[term.property]));
      const known = (['serial_number', 'fleet_number', 'line_number'] as const).map((property) =>
        inRanges(term.ranges, aircraft[property]),
      );
      return result('number', null, known.every((holds) => holds === known[0]) ? known[0]! : null);
    }
    case 'registration': {
      const { registration } = aircraft;
      const holds = registration === null ? null : term.names.includes(registration.toUpperCase());
      return result('registration', registration, holds);
    }
    case 'model': {
      const name = aircraft.model ?? aircraft.aircraft_type;
      // A family in the register tells no type.
      const isFamily = designatorsOf(aircraft.aircraft_type).length > 1;
      const isType = !isFamily && term.names.some((one) => coversModel(one, aircraft.aircraft_type) === true);
      const isOpen = isFamily && aircraft.model === null;
      return result('model', name, isType || (isOpen ? null : anyOf(term.names.map((one) => coversModel(one, name)))));
    }
    case 'engine': {
      const fits = aircraft.engines.map((engine) =>
        anyOf(term.names.map((one) => coversEngine(one, engine, term.isSeries))),
      );
      const holds = fits.length > 0 && fits.every((one) => one === fits[0]) ? fits[0]! : null;
      return result('engines', aircraft.engines.join(', '), holds);
    }
    case 'configuration': {
      const codes = aircraft.configuration_codes.map((code) => code.toUpperCase());
      const holds = codes.some((code) => term.codes.includes(code));
      // `CONFIG 2` can be a number of the bulletin itself.
      const isComparable =
        codes.length > 0 &&
        !term.codes.some((code) => /^\d+$/u.test(code) || codes.some((one) => isMisread(code, one)));
      return result('configuration_codes', codes.join(', '), holds || (isComparable ? false : null));
    }
    case 'products': {
      const { serial_number: number } = aircraft;
      const [has, lacks] = [inRanges(term.with, number), inRanges(term.without, number)];
      return result('serial_number', number, has !== null && lacks !== null && has !== lacks ? has : null);
    }
    case 'modification': {
      const known = aircraft.modifications.filter(
        ({ kind, number }) =>
          modificationKey(number) === term.number && (typeOfModification(kind) ?? term.type) === term.type,
      );
      const status = known.every((one) => one.status === known[0]!.status) ? (known[0]?.status ?? null) : null;
      const isOpen = status === null || (term.qualified && status === 'embodied');
      return result('modifications', status, isOpen ? null : status === term.state);
    }
  }
}

/** Numbers are often recorded with their type, which has its own field. */
const LABEL = /^(?:SB|AD|MOD|EO|STC|SERVICE BULLETIN|AIRWORTHINESS DIRECTIVE)[ .:#-]+(?=.*\d)/u;

/** The number of a modification or bulletin as it is compared: `tr46‑32 - 018` and `SB TR46-32-018` are `TR46-32-018`. */
export function modificationKey(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .replace(LABEL, '')
    .replaceAll(' ', '');
}

const TYPES: readonly [ModificationType, RegExp][] = [
  ['SB', /^A?SB|^S\.B|BULLETIN/u],
  ['AD', /^ADS?$|DIRECTIVE/u],
  ['EO', /^EO|^ENGINEERING/u],
  ['STC', /^STC|^SUPPLEMENTAL/u],
  ['MOD', /^MOD/u],
];

/** Null for a type of the operator's own. */
export function typeOfModification(kind: string): ModificationType | null {
  return TYPES.find(([, pattern]) => pattern.test(kind.trim().toUpperCase()))?.[0] ?? null;
}
