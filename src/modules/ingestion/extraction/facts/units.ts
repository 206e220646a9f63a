import type { QuantityKind } from '../../../../common/files/passage-facts.js';

/** A unit of measurement: what it measures, the unit of the SI for that, and how to get there (null: not exactly known). */
export interface Unit {
  kind: QuantityKind;
  si: string;
  factor: number | null;
  /** Added before the factor applies: Fahrenheit. */
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

/**
 * Units by their spellings. A full stop stands for whatever joins the parts of a compound (`N·m`, `N.m`, `N-m`, `N m`).
 * Factors are exact where the definition is (NIST SP 811, appendix B).
 */
const TABLE: readonly (readonly [QuantityKind, si: string, factor: number | null, spellings: string])[] = [
  ['torque', 'N·m', 1, 'Nm N.m m.N newton.metre newton.metres newton.meter newton.meters newtonmetres'],
  ['torque', 'N·m', 10, 'daNm daN.m mdaN m.daN'],
  ['torque', 'N·m', 1e3, 'kNm kN.m'],
  ['torque', 'N·m', 0.01, 'cNm cN.m Ncm N.cm'],
  ['torque', 'N·m', 1e-3, 'mNm mN.m Nmm N.mm'],
  ['torque', 'N·m', 9.80665, 'kgm kg.m kgf.m kgfm kp.m m.kg mkg'],
  ['torque', 'N·m', 0.0980665, 'kgcm kg.cm kgf.cm cm.kg cm.kgf'],
  [
    'torque',
    'N·m',
    POUND_FORCE * FOOT,
    'lbft lb.ft lbs.ft lbfft lbf.ft lbsft ftlb ft.lb ftlbs ft.lbs ft.lbf ftlbf foot.pound foot.pounds pound.feet pound.foot pound.force.feet pound.force.foot',
  ],
  [
    'torque',
    'N·m',
    POUND_FORCE * INCH,
    'lbin lb.in lbs.in lbfin lbf.in lbsin inlb in.lb inlbs in.lbs in.lbf inlbf inch.pound inch.pounds inch.lb inch.lbs pound.inch pound.inches pound.force.inch pound.force.inches',
  ],
  ['torque', 'N·m', (POUND_FORCE * INCH) / 16, 'oz.in in.oz ozf.in inoz ozin'],
  [
    'pressure',
    'Pa',
    PSI,
    'psi psia psig psid lb/in² lb/in2 lbf/in² lbf/in2 lb/sq.in lbf/sq.in lbs/sq.in lb/square.inch lbs/square.inch lbf/square.inch pound/square.inch pounds/square.inch pounds/sq.in',
  ],
  ['pressure', 'Pa', 1e5, 'bar bars'],
  ['pressure', 'Pa', 100, 'mbar mb hPa millibar millibars'],
  ['pressure', 'Pa', 1, 'Pa pascal'],
  ['pressure', 'Pa', 1e3, 'kPa'],
  ['pressure', 'Pa', 1e6, 'MPa N/mm² N/mm2'],
  // Thousandths of a pascal, or a slip for millions.
  ['pressure', 'Pa', null, 'mPa mpa'],
  ['pressure', 'Pa', 1e5, 'daN/cm² daN/cm2'],
  ['pressure', 'Pa', 98066.5, 'kg/cm² kg/cm2 kgf/cm² kgf/cm2'],
  ['pressure', 'Pa', 3386.389, 'inHg in.Hg inches.Hg inch.Hg in.of.Hg in.of.mercury inches.of.mercury'],
  ['pressure', 'Pa', 133.322387415, 'mmHg mm.Hg mm.of.mercury'],
  ['pressure', 'Pa', 249.08891, 'inH2O in.H2O in.of.water inches.of.water'],
  ['length', 'm', 1e-3, 'mm millimetre millimetres millimeter millimeters'],
  ['length', 'm', 0.01, 'cm centimetre centimetres centimeter centimeters'],
  ['length', 'm', 1, 'm metre metres meter meters'],
  ['length', 'm', 1e3, 'km kilometre kilometres kilometer kilometers'],
  ['length', 'm', 1e-6, 'µm um micron microns micrometre micrometres'],
  ['length', 'm', INCH, 'in inch inches " ″'],
  ['length', 'm', FOOT, 'ft foot feet'],
  ['length', 'm', 0.9144, 'yd yards'],
  ['length', 'm', INCH / 1e3, 'mil mils'],
  ['length', 'm', 1852, 'nmi n.mile nautical.mile nautical.miles'],
  ['area', 'm²', 1e-6, 'mm² mm2 sq.mm'],
  ['area', 'm²', 1e-4, 'cm² cm2 sq.cm'],
  ['area', 'm²', 1, 'm² m2 sq.m'],
  ['area', 'm²', INCH ** 2, 'in² in2 sq.in sq.inch sq.inches square.inch square.inches'],
  ['area', 'm²', FOOT ** 2, 'ft² ft2 sq.ft square.foot square.feet'],
  ['volume', 'm³', 1e-3, 'l L litre litres liter liters ltr dm³ dm3'],
  ['volume', 'm³', 1e-6, 'ml mL cc cm³ cm3 millilitre millilitres milliliter milliliters'],
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
  ['volume', 'm³', null, 'gal gals gallon gallons qt qts quart quarts pt pint pints fl.oz'],
  ['mass', 'kg', 1, 'kg kgs kilogram kilograms'],
  ['mass', 'kg', 1e-3, 'g gram grams gm'],
  ['mass', 'kg', 1e-6, 'mg'],
  ['mass', 'kg', 1e3, 't tonne tonnes'],
  ['mass', 'kg', POUND, 'lb lbs pound pounds'],
  ['mass', 'kg', POUND / 16, 'oz ounce ounces'],
  ['density', 'kg/m³', 1e3, 'g/cm³ g/cm3 kg/l kg/L kg/dm³ kg/dm3 g/ml'],
  ['density', 'kg/m³', 1, 'kg/m³ kg/m3'],
  ['density', 'kg/m³', POUND / US_GALLON, 'lb/US.gal'],
  ['force', 'N', 1, 'N newton newtons'],
  ['force', 'N', 10, 'daN'],
  ['force', 'N', 1e3, 'kN'],
  ['force', 'N', 9.80665, 'kgf kp'],
  ['force', 'N', POUND_FORCE, 'lbf lbsf lb.force lbs.force pound.force pounds.force'],
  ['energy', 'J', 1, 'J joule joules'],
  ['energy', 'J', 1e3, 'kJ'],
  ['angle', 'rad', DEGREE, '° º deg degs degree degrees'],
  ['angle', 'rad', 1, 'rad'],
  ['voltage', 'V', 1, 'V volt volts VDC VAC V.DC V.AC V.d.c V.a.c volts.DC volts.AC Vrms'],
  ['voltage', 'V', 1e-3, 'mV millivolt millivolts mVDC mVAC mV.DC mV.AC'],
  ['voltage', 'V', 1e3, 'kV kilovolt kilovolts'],
  ['current', 'A', 1, 'A amp amps ampere amperes ADC AAC'],
  ['current', 'A', 1e-3, 'mA milliamp milliamps milliampere milliamperes'],
  ['current', 'A', 1e-6, 'µA'],
  ['resistance', 'Ω', 1, 'Ω ohm ohms'],
  ['resistance', 'Ω', 1e-3, 'mΩ milliohm milliohms'],
  ['resistance', 'Ω', 1e3, 'kΩ kohm kohms kilohm kilohms'],
  ['resistance', 'Ω', 1e6, 'MΩ Mohm Mohms megohm megohms'],
  ['capacitance', 'F', 1e-6, 'µF uF microfarad microfarads'],
  ['capacitance', 'F', 1e-9, 'nF'],
  ['capacitance', 'F', 1e-12, 'pF'],
  ['charge', 'C', HOUR, 'Ah A.h AH ampere.hour ampere.hours amp.hours'],
  ['charge', 'C', HOUR / 1e3, 'mAh'],
  ['power', 'W', 1, 'W watt watts'],
  ['power', 'W', 1e3, 'kW kilowatt kilowatts'],
  ['power', 'W', 745.6998715822702, 'hp shp bhp horsepower'],
  ['power', 'V·A', 1, 'VA'],
  ['power', 'V·A', 1e3, 'kVA'],
  ['frequency', 'Hz', 1, 'Hz hertz'],
  ['frequency', 'Hz', 1e3, 'kHz'],
  ['frequency', 'Hz', 1e6, 'MHz'],
  ['frequency', 'Hz', 1e9, 'GHz'],
  ['rotational_speed', 'rad/s', (2 * Math.PI) / 60, 'rpm r/min rev/min min⁻¹ revolutions/minute'],
  ['speed', 'm/s', KNOT, 'kt kts knot knots KIAS KCAS KTAS KEAS'],
  ['speed', 'm/s', 1, 'm/s m/sec'],
  ['speed', 'm/s', 1 / 3.6, 'km/h km/hr kph'],
  ['speed', 'm/s', 0.44704, 'mph'],
  ['speed', 'm/s', FOOT, 'ft/s ft/sec fps'],
  ['speed', 'm/s', FOOT / 60, 'ft/min fpm feet/minute ft/minute'],
  ['speed', 'm/s', INCH / 60, 'in/min'],
  ['speed', 'm/s', 1e-3 / 60, 'mm/min'],
  ['acceleration', 'm/s²', 1, 'm/s² m/s2'],
  ['time', 's', 1, 's sec secs second seconds'],
  ['time', 's', 1e-3, 'ms millisecond milliseconds'],
  ['time', 's', 60, 'min mins minute minutes'],
  ['time', 's', HOUR, 'h hr hrs hour hours'],
  ['time', 's', 86_400, 'day days'],
  ['time', 's', 604_800, 'week weeks'],
  // Of the calendar, or counted only in flight.
  ['time', 's', null, 'month months year years FH flight.hours flight.hour flying.hours operating.hours block.hours'],
  ['cycles', '1', 1, 'FC cycle cycles flight.cycles flight.cycle landing.cycles landings'],
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
  ['ratio', '1', 0.01, '% percent per.cent'],
  // Newton metres in capitals, nautical miles, nanometres.
  ['unknown', '', null, 'NM nm'],
];

const CELSIUS: Unit = { kind: 'temperature', si: '°C', factor: 1 };
const FAHRENHEIT: Unit = { kind: 'temperature', si: '°C', factor: 5 / 9, offset: -32 };
const DEGREES: readonly (readonly [Unit, string])[] = [
  [CELSIUS, '°C ºC ℃ deg.C degC degrees.C degree.C degrees.Celsius degree.Celsius'],
  [FAHRENHEIT, '°F ºF ℉ deg.F degF degrees.F degree.F degrees.Fahrenheit degree.Fahrenheit'],
];

/** Spellings whose other spelling in capitals means something else, or nothing. */
const EXACT_ONLY =
  /^(?:.|mV|mA|mb|MPa|kN|Pa|Ah|AH|nm|NM|ms|mΩ|MΩ|Mohms?|mNm|mN\.m|.\/.|FC|FH|nF|pF|µF|ADC|AAC|rad|um|mil|mPa|mpa)$/;

const UNITS = new Map<string, Unit>();
const IN_CAPITALS = new Map<string, Unit>([
  ['mpa', { kind: 'pressure', si: 'Pa', factor: 1e6 }],
  ['in', { kind: 'length', si: 'm', factor: INCH }],
]);

function enter(spellings: string, unit: Unit): void {
  for (const spelling of spellings.split(' ')) {
    UNITS.set(spelling, unit);
    if (!EXACT_ONLY.test(spelling)) IN_CAPITALS.set(spelling.toLowerCase(), unit);
  }
}

for (const [kind, si, factor, spellings] of TABLE) enter(spellings, { kind, si, factor });
for (const [unit, spellings] of DEGREES) enter(spellings, unit);

/** A unit by its spelling, joints as full stops; also in other capitals where nothing else is spelled so. */
export function unitOf(spelling: string): Unit | undefined {
  return UNITS.get(spelling) ?? IN_CAPITALS.get(spelling.toLowerCase());
}

/** The same unit of weight as a force: what pulls with 50 lb. */
export function asForce({ kind, factor }: Unit): Unit | null {
  return kind === 'mass' && factor !== null ? { kind: 'force', si: 'N', factor: factor * 9.80665 } : null;
}

/** Of no kind that is known here. */
export const UNKNOWN: Unit = { kind: 'unknown', si: '', factor: null };
export const NEWTON_METRE: Unit = { kind: 'torque', si: 'N·m', factor: 1 };
export const STANDARD_GRAVITY: Unit = { kind: 'acceleration', si: 'm/s²', factor: 9.80665 };
