import type { QuantityKind } from '../facts/passage-facts.js';

/** A unit of measurement. Two spellings are the same unit when they have the same name. */
export interface Unit {
  name: string;
  kind: QuantityKind;
  /** SI unit of the kind; °C for temperatures. */
  si: string;
  /** Factor to the SI unit; null if the size is ambiguous. */
  factor: number | null;
  /** Added before the factor is applied (Fahrenheit). */
  offset?: number;
}

const POUND = 0.45359237;
const POUND_FORCE = 4.4482216152605;
const INCH = 0.0254;
const FOOT = 0.3048;
const US_GALLON = 0.003785411784;
const IMPERIAL_GALLON = 0.00454609;
const PSI = 6894.757293168361;
const DEGREE = Math.PI / 180;
const KNOT = 1852 / 3600;
const HOUR = 3600;

/** Spellings of the forces and arms of torques. */
const FORCES = {
  N: 'N newton newtons',
  daN: 'daN',
  kN: 'kN',
  cN: 'cN',
  mN: 'mN',
  kg: 'kg kgf kp',
  lb: 'lb lbs lbf pound pounds pound.force',
  oz: 'oz ozf ounce ounces',
};
const ARMS = { m: 'm metre metres meter meters', cm: 'cm', mm: 'mm', in: 'in inch inches', ft: 'ft foot feet' };

const TORQUES: readonly (readonly [force: keyof typeof FORCES, arm: keyof typeof ARMS, factor: number])[] = [
  ['N', 'm', 1],
  ['N', 'cm', 0.01],
  ['N', 'mm', 1e-3],
  ['daN', 'm', 10],
  ['kN', 'm', 1e3],
  ['cN', 'm', 0.01],
  ['mN', 'm', 1e-3],
  ['kg', 'm', 9.80665],
  ['kg', 'cm', 0.0980665],
  ['lb', 'ft', POUND_FORCE * FOOT],
  ['lb', 'in', POUND_FORCE * INCH],
  ['oz', 'in', (POUND_FORCE * INCH) / 16],
];
const ARM_FIRST = /^(?:(?:in|ft)(?:lb[sf]?|oz)|m(?:kg|daN))$/;

/** The first spelling is the name. A full stop stands for any joint: `N·m`, `N-m`, `N m`. Factors: NIST SP 811, appendix B. */
const TABLE: readonly (readonly [QuantityKind, si: string, factor: number | null, spellings: string])[] = [
  [
    'pressure',
    'Pa',
    PSI,
    'psi lb/in² lb/in2 lbf/in² lbf/in2 lb/sq.in lbf/sq.in lbs/sq.in lb/square.inch lbs/square.inch lbf/square.inch pound/square.inch pounds/square.inch pounds/sq.in',
  ],
  ['pressure', 'Pa', PSI, 'psia'],
  ['pressure', 'Pa', PSI, 'psig'],
  ['pressure', 'Pa', PSI, 'psid'],
  ['pressure', 'Pa', 1e5, 'bar bars'],
  ['pressure', 'Pa', 100, 'mbar mb millibar millibars'],
  ['pressure', 'Pa', 100, 'hPa'],
  ['pressure', 'Pa', 1, 'Pa pascal'],
  ['pressure', 'Pa', 1e3, 'kPa kilopascal kilopascals'],
  ['pressure', 'Pa', 1e6, 'MPa megapascal megapascals N/mm² N/mm2'],
  // Millipascals, or a misspelling of megapascals.
  ['pressure', 'Pa', null, 'mPa mpa'],
  ['pressure', 'Pa', 1e5, 'daN/cm² daN/cm2'],
  ['pressure', 'Pa', 98066.5, 'kg/cm² kg/cm2 kgf/cm² kgf/cm2'],
  ['pressure', 'Pa', 3386.389, 'inHg in.Hg inches.Hg inch.Hg in.of.Hg in.of.mercury inches.of.mercury'],
  ['pressure', 'Pa', 133.322387415, 'mmHg mm.Hg mm.of.mercury'],
  ['pressure', 'Pa', 249.08891, 'inH2O in.H2O in.of.water inches.of.water'],
  ['length', 'm', 1e-3, 'mm millimetre millimetres millimeter millimeters'],
  ['length', 'm', 0.01, 'cm centimetre centimetres centimeter centimeters'],
  ['length', 'm', 1, 'meter m metre metres meters'],
  ['length', 'm', 1e3, 'km kilometre kilometres kilometer kilometers'],
  ['length', 'm', 1e-6, 'micron microns µm um micrometre micrometres'],
  ['length', 'm', INCH, 'inch in inches " ″'],
  ['length', 'm', FOOT, 'foot ft feet'],
  ['length', 'm', 0.9144, 'yard yd yards'],
  ['length', 'm', INCH / 1e3, 'mil mils'],
  ['length', 'm', 1852, 'nmi n.mile nautical.mile nautical.miles'],
  ['area', 'm²', 1e-6, 'mm² mm2 sq.mm'],
  ['area', 'm²', 1e-4, 'cm² cm2 sq.cm'],
  ['area', 'm²', 1, 'm² m2 sq.m'],
  ['area', 'm²', INCH ** 2, 'in² in2 sq.in sq.inch sq.inches square.inch square.inches'],
  ['area', 'm²', FOOT ** 2, 'ft² ft2 sq.ft square.foot square.feet'],
  ['volume', 'm³', 1e-3, 'liter l L litre litres liters ltr dm³ dm3'],
  ['volume', 'm³', 1e-6, 'ml mL millilitre millilitres milliliter milliliters'],
  ['volume', 'm³', 1e-6, 'cc cm³ cm3'],
  ['volume', 'm³', 1e-5, 'cl cL'],
  ['volume', 'm³', 1e-4, 'dl dL'],
  ['volume', 'm³', 1, 'm³ m3'],
  ['volume', 'm³', INCH ** 3, 'in³ in3 cu.in cubic.inch cubic.inches'],
  ['volume', 'm³', FOOT ** 3, 'ft³ ft3 cu.ft cubic.feet'],
  ['volume', 'm³', US_GALLON, 'US.gal USgal US.gallon US.gallons US.gals USG'],
  ['volume', 'm³', IMPERIAL_GALLON, 'Imp.gal imperial.gallon imperial.gallons Imp.gals UK.gal'],
  ['volume', 'm³', US_GALLON / 4, 'US.qt US.quart US.quarts US.qts'],
  ['volume', 'm³', US_GALLON / 8, 'US.pt US.pint US.pints'],
  ['volume', 'm³', US_GALLON / 128, 'US.fl.oz'],
  // United States or imperial.
  ['volume', 'm³', null, 'gal gals gallon gallons'],
  ['volume', 'm³', null, 'qt qts quart quarts'],
  ['volume', 'm³', null, 'pt pint pints'],
  ['volume', 'm³', null, 'fl.oz'],
  ['mass', 'kg', 1, 'kg kgs kilogram kilograms kilogramme kilogrammes'],
  ['mass', 'kg', 1e-3, 'gram g grams gm'],
  ['mass', 'kg', 1e-6, 'mg'],
  ['mass', 'kg', 1e3, 'tonne t tonnes'],
  ['mass', 'kg', POUND, 'lb lbs pound pounds'],
  ['mass', 'kg', POUND / 16, 'oz ounce ounces'],
  ['density', 'kg/m³', 1e3, 'g/cm³ g/cm3 kg/l kg/L kg/dm³ kg/dm3 g/ml'],
  ['density', 'kg/m³', 1, 'kg/m³ kg/m3'],
  ['density', 'kg/m³', POUND / US_GALLON, 'lb/US.gal'],
  ['force', 'N', 1, 'newton N newtons'],
  ['force', 'N', 10, 'daN'],
  ['force', 'N', 1e3, 'kN'],
  ['force', 'N', 9.80665, 'kgf kp'],
  ['force', 'N', POUND_FORCE, 'lbf lbsf lb.force lbs.force pound.force pounds.force'],
  ['energy', 'J', 1, 'joule J joules'],
  ['energy', 'J', 1e3, 'kJ'],
  ['angle', 'rad', DEGREE, 'degree ° º deg degs degrees'],
  ['angle', 'rad', 1, 'rad'],
  ['voltage', 'V', 1, 'V volt volts Vrms'],
  ['voltage', 'V', 1, 'VDC V.DC V.d.c volts.DC'],
  ['voltage', 'V', 1, 'VAC V.AC V.a.c volts.AC'],
  ['voltage', 'V', 1e-3, 'mV millivolt millivolts mVDC mVAC mV.DC mV.AC'],
  ['voltage', 'V', 1e3, 'kV kilovolt kilovolts'],
  ['current', 'A', 1, 'amp A amps ampere amperes ADC AAC'],
  ['current', 'A', 1e-3, 'mA milliamp milliamps milliampere milliamperes'],
  ['current', 'A', 1e-6, 'µA'],
  ['resistance', 'Ω', 1, 'ohm Ω ohms'],
  ['resistance', 'Ω', 1e-3, 'milliohm mΩ milliohms'],
  ['resistance', 'Ω', 1e3, 'kilohm kΩ kohm kohms kilohms'],
  ['resistance', 'Ω', 1e6, 'megohm MΩ Mohm Mohms megohms'],
  ['capacitance', 'F', 1e-6, 'µF uF microfarad microfarads'],
  ['capacitance', 'F', 1e-9, 'nF'],
  ['capacitance', 'F', 1e-12, 'pF'],
  ['charge', 'C', HOUR, 'Ah A.h AH ampere.hour ampere.hours amp.hours'],
  ['charge', 'C', HOUR / 1e3, 'mAh'],
  ['power', 'W', 1, 'watt W watts'],
  ['power', 'W', 1e3, 'kW kilowatt kilowatts'],
  ['power', 'W', 745.6998715822702, 'hp horsepower'],
  ['power', 'W', 745.6998715822702, 'shp'],
  ['power', 'W', 745.6998715822702, 'bhp'],
  ['power', 'V·A', 1, 'VA'],
  ['power', 'V·A', 1e3, 'kVA'],
  ['frequency', 'Hz', 1, 'Hz hertz'],
  ['frequency', 'Hz', 1e3, 'kHz kilohertz'],
  ['frequency', 'Hz', 1e6, 'MHz megahertz'],
  ['frequency', 'Hz', 1e9, 'GHz'],
  ['rotational_speed', 'rad/s', (2 * Math.PI) / 60, 'rpm r/min rev/min min⁻¹ revolutions/minute'],
  ['speed', 'm/s', KNOT, 'kt kts knot knots'],
  ['speed', 'm/s', KNOT, 'KIAS'],
  ['speed', 'm/s', KNOT, 'KCAS'],
  ['speed', 'm/s', KNOT, 'KTAS'],
  ['speed', 'm/s', KNOT, 'KEAS'],
  ['speed', 'm/s', 1, 'm/s m/sec'],
  ['speed', 'm/s', 1 / 3.6, 'km/h km/hr kph'],
  ['speed', 'm/s', 0.44704, 'mph'],
  ['speed', 'm/s', FOOT, 'ft/s ft/sec fps'],
  ['speed', 'm/s', FOOT / 60, 'ft/min fpm feet/minute ft/minute'],
  ['speed', 'm/s', INCH / 60, 'in/min'],
  ['speed', 'm/s', 1e-3 / 60, 'mm/min'],
  ['acceleration', 'm/s²', 1, 'm/s² m/s2'],
  ['time', 's', 1, 'second s sec secs seconds'],
  ['time', 's', 1e-3, 'ms millisecond milliseconds'],
  ['time', 's', 60, 'minute min mins minutes'],
  ['time', 's', HOUR, 'hour h hr hrs hours'],
  ['time', 's', 86_400, 'day days'],
  ['time', 's', 604_800, 'week weeks'],
  // Calendar time, or flight time only.
  ['time', 's', null, 'month months'],
  ['time', 's', null, 'year years'],
  ['time', 's', null, 'FH flight.hours flight.hour flying.hours operating.hours block.hours'],
  ['cycles', '1', 1, 'cycle cycles'],
  ['cycles', '1', 1, 'landings landing.cycles'],
  ['cycles', '1', 1, 'FC flight.cycles flight.cycle'],
  ['flow', 'm³/s', 1e-3 / 60, 'l/min L/min lpm litres/minute liters/minute litre/minute'],
  ['flow', 'm³/s', 1e-3 / HOUR, 'l/h L/h litres/hour liters/hour'],
  ['flow', 'm³/s', 1e-3, 'l/s L/s'],
  ['flow', 'm³/s', 1e-6 / 60, 'ml/min mL/min cc/min cm³/min cm3/min'],
  ['flow', 'm³/s', 1 / HOUR, 'm³/h m3/h'],
  ['flow', 'm³/s', FOOT ** 3 / 60, 'cfm'],
  ['flow', 'm³/s', US_GALLON / 60, 'US.gal/min USgal/min US.gal/minute US.gallons/minute'],
  ['flow', 'm³/s', null, 'gal/min gpm gph gal/h gal/hr gallons/minute gallons/hour qt/h'],
  ['flow', 'kg/s', 1 / HOUR, 'kg/h kg/hr'],
  ['flow', 'kg/s', 1 / 60, 'kg/min'],
  ['flow', 'kg/s', POUND / HOUR, 'lb/h lb/hr lbs/hr lbs/h pph'],
  ['flow', 'kg/s', POUND / 60, 'lb/min lbs/min'],
  ['ratio', '1', 0.01, 'percent % per.cent'],
  // Newton meters in capitals, nautical miles, or nanometers.
  ['unknown', '', null, 'NM nm'],
];

/** Spellings that mean something else, or nothing, in another case. */
const EXACT_ONLY =
  /^(?:.|mV|mA|mb|MPa|kN|Pa|Ah|AH|nm|NM|ms|mΩ|MΩ|Mohms?|mNm|mN\.m|m\.mN|.\/.|FC|FH|nF|pF|µF|ADC|AAC|rad|um|mil|mPa|mpa)$/;

const UNITS = new Map<string, Unit>();
const IN_CAPITALS = new Map<string, Unit>();

function add(spellings: readonly string[], unit: Unit): void {
  for (const spelling of spellings) {
    UNITS.set(spelling, unit);
    if (isSpelledInAnyCase(spelling)) IN_CAPITALS.set(spelling.toLowerCase(), unit);
  }
}

/** `lbf.in`, `in.lbf`, `lbfin`, `inlbf`. */
function torqueSpellings(force: keyof typeof FORCES, arm: keyof typeof ARMS): string[] {
  return FORCES[force].split(' ').flatMap((one) =>
    ARMS[arm].split(' ').flatMap((other) => {
      const isJoined = other === arm ? !/ou?n/.test(one) : one === 'newton';
      const [forceFirst, armFirst] = [`${one}${other}`, `${other}${one}`];
      return [
        `${one}.${other}`,
        `${other}.${one}`,
        ...(isJoined ? [forceFirst] : []),
        ...(ARM_FIRST.test(armFirst) ? [armFirst] : []),
      ];
    }),
  );
}

for (const [force, arm, factor] of TORQUES)
  add(torqueSpellings(force, arm), { name: `${force}·${arm}`, kind: 'torque', si: 'N·m', factor });
for (const [kind, si, factor, spellings] of TABLE) {
  const all = spellings.split(' ');
  add(all, { name: all[0]!, kind, si, factor });
}
add('°C ºC ℃ deg.C degC degrees.C degree.C degrees.Celsius degree.Celsius Celsius centigrade'.split(' '), {
  ...{ name: '°C', kind: 'temperature', si: '°C', factor: 1 },
});
add('°F ºF ℉ deg.F degF degrees.F degree.F degrees.Fahrenheit degree.Fahrenheit Fahrenheit'.split(' '), {
  ...{ name: '°F', kind: 'temperature', si: '°C', factor: 5 / 9, offset: -32 },
});
// Capitals exclude millipascals.
IN_CAPITALS.set('mpa', UNITS.get('MPa')!);
IN_CAPITALS.set('in', UNITS.get('in')!);

/** A unit by its spelling, joints as full stops. Ignores case unless another unit differs only in case. */
export function unitOf(spelling: string): Unit | undefined {
  return UNITS.get(spelling) ?? IN_CAPITALS.get(spelling.toLowerCase());
}

export function isSpelledInAnyCase(spelling: string): boolean {
  return !EXACT_ONLY.test(spelling);
}

/** Every spelling with its unit. Joints are full stops. */
export function unitSpellings(): Iterable<[spelling: string, unit: Unit]> {
  return UNITS;
}

/** The unit of mass as a unit of force: `pull with 50 lb`. */
export function asForce({ name, kind, factor }: Unit): Unit | null {
  const isWeight = kind === 'mass' && factor !== null;
  return isWeight ? { name: `${name} force`, kind: 'force', si: 'N', factor: factor * 9.80665 } : null;
}

export const UNKNOWN: Unit = { name: '', kind: 'unknown', si: '', factor: null };
export const NEWTON_METRE: Unit = UNITS.get('N.m')!;
export const STANDARD_GRAVITY: Unit = { name: 'g₀', kind: 'acceleration', si: 'm/s²', factor: 9.80665 };
