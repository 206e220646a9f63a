import { designatorsOf, relationOf, type Designator } from '../aircraft/designators.js';

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

/** A number with its letters: `AB120C`. */
export interface AircraftNumber {
  prefix: string;
  value: number;
  suffix: string;
}

/** Inclusive; null is open. */
export interface NumberRange {
  from: AircraftNumber | null;
  to: AircraftNumber | null;
}

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
  | { kind: 'model'; names: string[]; text: string }
  | { kind: 'engine'; names: string[]; text: string }
  | { kind: 'configuration'; codes: string[]; text: string }
  /** `qualified`: only one revision or way of embodiment counts, which registers do not tell. */
  | { kind: 'modification'; number: string; state: 'embodied' | 'not_embodied'; qualified: boolean; text: string };

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

/** In three-valued logic (Kleene): an unknown term leaves the whole unknown unless the others decide. */
export function evaluate(expression: Expression, aircraft: AircraftFacts, results: TermResult[] = []): boolean | null {
  if (!('of' in expression)) {
    const result = evaluateTerm(expression, aircraft);
    results.push(result);
    return result.holds;
  }
  const values = expression.of.map((one) => evaluate(one, aircraft, results));
  switch (expression.kind) {
    case 'not':
      return values[0] === null ? null : !values[0];
    case 'all_of':
      return values.includes(false) ? false : values.includes(null) ? null : true;
    case 'any_of':
      return values.includes(true) ? true : values.includes(null) ? null : false;
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
      const isType = term.names.some((one) => coversModel(one, aircraft.aircraft_type) === true);
      return result('model', name, isType || anyOf(term.names.map((one) => coversModel(one, name))));
    }
    case 'engine': {
      const fits = aircraft.engines.map((engine) => anyOf(term.names.map((one) => covers(one, engine))));
      const holds = fits.length > 0 && fits.every((one) => one === fits[0]) ? fits[0]! : null;
      return result('engines', aircraft.engines.join(', '), holds);
    }
    case 'configuration': {
      const codes = aircraft.configuration_codes.map((code) => code.toUpperCase());
      return result('configuration_codes', codes.join(', '), codes.length === 0 ? null : codes.some((code) => term.codes.includes(code))); // prettier-ignore
    }
    case 'modification': {
      const known = aircraft.modifications.filter(({ number }) => modificationKey(number) === term.number);
      const status = known.every((one) => one.status === known[0]!.status) ? (known[0]?.status ?? null) : null;
      const isOpen = status === null || (term.qualified && status === 'embodied');
      return result('modifications', status, isOpen ? null : status === term.state);
    }
  }
}

/** The number of a modification or bulletin as it is compared: `tr46‑32 - 018` is `TR46-32-018`. */
export function modificationKey(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, '')
    .toUpperCase();
}

export function numberOf(text: string): AircraftNumber | null {
  const match = /^([A-Z]{0,4})[ -]?(\d{1,9})([A-Z]?)$/u.exec(text.trim().toUpperCase());
  return match && { prefix: match[1]!, value: Number(match[2]), suffix: match[3]! };
}

/** Null if the number cannot be compared with the range. */
function inRanges(ranges: readonly NumberRange[], written: string | number | null): boolean | null {
  const number = written === null ? null : numberOf(String(written));
  return number && anyOf(ranges.map((range) => inRange(range, number)));
}

function inRange({ from, to }: NumberRange, number: AircraftNumber): boolean | null {
  const bounds = [from, to].filter((bound) => bound !== null);
  const isOne = from !== null && to !== null && sameNumber(from, to);
  if (isOne && sameNumber(from, number)) return true;
  for (const bound of bounds) {
    if (bound.prefix !== number.prefix) return bound.prefix !== '' && number.prefix !== '' ? false : null;
    // The order of `120A` and `120B` among serial numbers is the manufacturer's.
    if ((bound.suffix !== '' || number.suffix !== '') && bound.value === number.value) return isOne ? false : null;
  }
  return (from === null || number.value >= from.value) && (to === null || number.value <= to.value);
}

function sameNumber(one: AircraftNumber, other: AircraftNumber): boolean {
  return one.prefix === other.prefix && one.value === other.value && one.suffix === other.suffix;
}

function anyOf(values: readonly (boolean | null)[]): boolean | null {
  return values.includes(true) ? true : values.includes(null) ? null : false;
}

/** Whether a designation in a statement includes one of the register: `TR46` includes `TR46-200`. */
function covers(stated: string, registered: string): boolean | null {
  return compare(stated, registered, () => false);
}

/** As {@link covers}; `A320-200` may be a series that includes `A320-214`. */
function coversModel(stated: string, registered: string): boolean | null {
  return compare(stated, registered, (one, other) => {
    const at = one.findIndex((run, index) => run !== other[index]);
    const isVariant = at > 0 && one.slice(0, at).some((run) => /^\d/u.test(run));
    return isVariant && one[at]!.endsWith('00') && one[at]![0] === other[at]?.[0];
  });
}

function compare(
  stated: string,
  registered: string,
  mayInclude: (one: Designator, other: Designator) => boolean,
): boolean | null {
  return anyOf(
    designatorsOf(stated).flatMap((one) =>
      designatorsOf(registered).map((other) => {
        const relation = relationOf(one, other);
        if (relation === 'same' || relation === 'contains') return true;
        return relation === 'contained' || mayInclude(one, other) ? null : false;
      }),
    ),
  );
}
