import type { AircraftFacts } from '@amks/language/applicability/expression.js';
import type { Aircraft } from '../fleet/aircraft.service.js';
import { AircraftVerdicts } from './verdict.js';

/** What tells aircraft apart for people. */
export interface AircraftName {
  /** Null for one that is not in the register. */
  id: string | null;
  registration: string | null;
  /** Manufacturer's serial number. */
  serial_number: string | null;
  aircraft_type: string | null;
}

/** An aircraft that a question is about: one of the register, or a serial number that is not in it. */
export class MeantAircraft {
  private readonly verdicts = new Map<string, AircraftVerdicts>();

  private constructor(
    readonly name: AircraftName,
    private readonly facts: AircraftFacts | null,
    /** Null for one that is not in the register. */
    readonly aircraft: Aircraft | null,
  ) {}

  static registered(aircraft: Aircraft): MeantAircraft {
    const { id, registration, serial_number, aircraft_type } = aircraft;
    return new MeantAircraft({ id, registration, serial_number, aircraft_type }, factsOf(aircraft), aircraft);
  }

  static unregistered(serialNumber: string): MeantAircraft {
    const name = { id: null, registration: null, serial_number: serialNumber, aircraft_type: null };
    return new MeantAircraft(name, null, null);
  }

  /** Type and model, which documents name; empty if they are not known. */
  get types(): string[] {
    return this.aircraft
      ? [this.aircraft.aircraft_type, ...(this.aircraft.model === null ? [] : [this.aircraft.model])]
      : [];
  }

  /** `SE-KXA (TR46, MSN 5012)`. */
  get label(): string {
    const { registration, serial_number, aircraft_type } = this.name;
    const serial = serial_number === null ? [] : [`MSN ${serial_number}`];
    if (registration === null) return serial.join('');
    return `${registration} (${[aircraft_type ?? [], serial].flat().join(', ')})`;
  }

  /** An aircraft that is not in the register is treated as one of the document's type. Only its serial number is known. */
  verdictsFor(documentAircraftType: string): AircraftVerdicts {
    const key = this.facts === null ? documentAircraftType : '';
    const known = this.verdicts.get(key);
    if (known) return known;
    const { serial_number } = this.name;
    const facts = this.facts ?? { ...UNKNOWN, serial_number, aircraft_type: documentAircraftType };
    const verdicts = new AircraftVerdicts(facts);
    this.verdicts.set(key, verdicts);
    return verdicts;
  }
}

const UNKNOWN = {
  registration: null,
  line_number: null,
  fleet_number: null,
  model: null,
  configuration_codes: [],
  engines: [],
  modifications: [],
} satisfies Partial<AircraftFacts>;

/** An engine without a model leaves the engines unknown. */
export function factsOf(aircraft: Aircraft): AircraftFacts {
  const engines = aircraft.components.filter(({ kind }) => kind === 'engine').map(({ model }) => model);
  return { ...aircraft, engines: engines.includes(null) ? [] : (engines as string[]) };
}
