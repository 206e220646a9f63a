import { askedName, isExactly, isNamedSo } from './part-name.js';

describe('the name of a part in a question', () => {
  it.each([
    ['What is the part number of the apex pin?', 'apex pin'],
    ['part number for the gland nut', 'gland nut'],
    ['Shimmy damper P/N', 'Shimmy damper'],
    ["what's the P/N of a hub cap", 'hub cap'],
    ['Which part number is the towing bypass pin?', 'towing bypass pin'],
  ])('%s', (text, name) => {
    expect(askedName(text)).toBe(name);
  });

  it.each([
    'What is the part number of the seal of the brake?',
    'What is the part number of the pin on the left side?',
    'part number of the tie bolt, MSN 5060',
    'What replaces the part number of the pin?',
    'Apex pin torque',
    'part number TA32-99999-9 quantity',
  ])('%s has none', (text) => {
    expect(askedName(text)).toBeNull();
  });
});

it('a nomenclature has all words of a name, the last one first', () => {
  const named = ['NUT, AXLE, MAIN WHEEL', 'NUT, AXLE, NOSE WHEEL', 'BOLT, LOCK, AXLE NUT', 'NUTS, AXLE'];
  expect(named.filter((one) => isNamedSo(one, 'axle nut'))).toEqual([named[0], named[1], named[3]]);
  expect(named.filter((one) => isNamedSo(one, 'main wheel axle nuts'))).toEqual([named[0]]);
});

it('a nomenclature can be the name exactly', () => {
  const pins = ['PIN, APEX', 'PIN, APEX, WITH FLAT', 'PIN, COTTER, APEX NUT', 'PIN'];
  expect(pins.filter((one) => isExactly(one, 'apex pin'))).toEqual(['PIN, APEX']);
  expect(isExactly('PIN', 'pin')).toBe(false);
});
