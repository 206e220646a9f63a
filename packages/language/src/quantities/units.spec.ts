import { findQuantities } from './quantities.js';

describe('units that are something else', () => {
  it.each([
    ['12 pounds per square inch', 'pressure', 12],
    ['12 lb./sq. in.', 'pressure', 12],
    ['12 lbs. per sq. in.', 'pressure', 12],
    ['40 pound-force inches', 'torque', 40],
    ['40 cm·kgf', 'torque', 40],
    ['100 lbs force', 'force', 100],
    ['29 inches of mercury', 'pressure', 29],
    ['10 US gal per minute', 'flow', 10],
  ])('%s: %s', (text, kind, value) => {
    const [quantity] = findQuantities(`max. ${text}`, 'point');
    expect(quantity).toMatchObject({ kind, min: null, max: value });
    expect(quantity?.si).not.toBeNull();
  });

  it.each([
    ['27 N·m', 27, 'N·m'],
    ['10 daNm', 100, 'N·m'],
    ['40 lbf.ft', 54.23, 'N·m'],
    ['12 in-lb', 1.356, 'N·m'],
    ['30 oz·in', 0.2118, 'N·m'],
    ['30 ounce-inches', 0.2118, 'N·m'],
    ['1250 psig', 8_618_000, 'Pa'],
    ['29.92 in. Hg', 101_300, 'Pa'],
    ['20.7 MPA', 20_700_000, 'Pa'],
    ['1/4 in', 0.00635, 'm'],
    ['35,000 ft', 10_670, 'm'],
    ['250 °F', 121.1, '°C'],
    ['20 deg. C', 20, '°C'],
    ['28 VDC', 28, 'V'],
    ['2.5 mΩ', 0.0025, 'Ω'],
    ['0.8 g/cm³', 800, 'kg/m³'],
    ['120 kt', 61.73, 'm/s'],
    ['2400 rpm', 251.3, 'rad/s'],
    ['12 L/min', 0.0002, 'm³/s'],
    ['5 lb', 2.268, 'kg'],
    ['60 %', 0.6, '1'],
  ])('max. %s: %d %s', (text, max, unit) => {
    const [quantity] = findQuantities(`max. ${text}`, 'point');
    const si = quantity?.si && { ...quantity.si, max: Number(quantity.si.max?.toPrecision(4)) };
    expect(si).toEqual({ min: null, max, unit });
  });

  it.each([
    ['16 oz', 0.45359237, 'kg'],
    ['16 oz·in', 0.1129848, 'N·m'],
    ['12 lbf·in', 1.3558179, 'N·m'],
    ['1 US gal', 0.003785412, 'm³'],
  ])('%s is %d %s', (text, max, unit) => {
    const [quantity] = findQuantities(`max. ${text}`, 'point');
    expect(quantity?.si).toMatchObject({ unit });
    expect(quantity?.si?.max).toBeCloseTo(max, 7);
  });

  it.each([
    ['3 psi per minute', 'unknown'],
    ['5 lb per in', 'unknown'],
    ['40 lbf x in', 'unknown'],
    ['40 lbf - in', 'unknown'],
    ['rate of 3 °F per minute', 'unknown'],
    ['Heat to 200 degrees', 'unknown'],
    ['10 mPa', 'pressure'],
    ['Temperature drop is 20 °F', 'temperature'],
    ['ΔT of 20 °F', 'temperature'],
    ['20°F above ambient', 'temperature'],
    ['temperature rise 20°F', 'temperature'],
  ])('%s: %s without SI', (text, kind) => {
    expect(findQuantities(text, 'point')).toMatchObject([{ kind, si: null }]);
  });
});
