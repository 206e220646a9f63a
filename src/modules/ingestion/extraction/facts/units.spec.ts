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
    expect(findQuantities(text, 'point')).toMatchObject([{ kind, min: value, max: value }]);
    expect(findQuantities(text, 'point')[0]?.si).not.toBeNull();
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
