import { expectLinear, repeated } from '../../../../test/support/linear-time.js';
import { findEffectivity } from './effectivity.js';

const valuesOf = (text: string) =>
  findEffectivity(text).map(({ text: written, value, start, end }) => {
    expect(text.slice(start, end)).toBe(written);
    return value;
  });

describe('findEffectivity', () => {
  it.each([
    'ON A/C 101-120 EXCEPT 105',
    'ON A/C ALL EXCEPT 101-105',
    'ON A/C 001-050, 052-099, EXCEPT 030',
    'ON A/C 101 THROUGH 120 EXCLUDED',
    'ON A/C 101-105 107 109-111',
    'AIRCRAFT 001-010 (NOT 005)',
    'Airplanes 100 thru 200 except 150',
    'MSN 100 to 120, except 110',
    'MSN 100 to 120. EXCEPT MSN 110',
    'MSN 100 to 120\nEXCEPT 110',
    'MSN 100,\n110',
    'MSN 1000-2000-3000',
    'FOR MSN 100 AND ON',
    'MSN 100 & UP',
    'MSN 100 and subsequent',
    'MSN 100 and prior',
    'MSN 0001-0345',
    'NOT APPLICABLE TO MSN 100-120',
    'NOT FOR A/C 101-120',
    'Not valid for MSN 100',
    'except ON A/C 101',
    'All aircraft except MSN 100',
    'PRE SB 32-1045 OR POST SB 32-1046',
    'POST MOD 12345 AND PRE MOD 23456',
    'SB 32-1045 NOT EMBODIED',
    'WITHOUT SB 32-1045',
    'Aircraft not incorporating SB 32-1045',
    'Aircraft with SB 32-1045 not incorporated',
    'ON A/C A320-214 MSN 100',
    'On A/C 101 to 120 torque to 40 N·m, but do it later on 110',
    '[Applicable to: FALCON 001 to 040] except 20',
  ])('takes the whole of %s', (text) => {
    expect(valuesOf(text)).toEqual([text.startsWith('[') ? expect.stringContaining('except 20') : text]);
  });

  it.each<[string, string[]]>([
    ['EFFECTIVITY: MSN 100-120. EXCEPT MSN 110', ['MSN 100-120. EXCEPT MSN 110']],
    ['EFFECTIVITY: ALL, see S.B. 32. EXCLUDING 105', ['ALL, see S.B. 32. EXCLUDING 105']],
    ['EFFECTIVITY: ALL | EXCEPT', ['ALL']],
    ['1. Torque (MSN 100 to 120 only) to 40 N·m', ['MSN 100 to 120 only']],
    ['1. Torque (MSN 100 to 120) except 110', ['MSN 100 to 120) except 110']],
    ['On A/C 101 to 120 torque to 40 N·m', ['On A/C 101 to 120']],
    ['PRE SB 32-1045: Do not remove the bolt.', ['PRE SB 32-1045']],
    ['This step is not applicable to MSN 100 to 120.', ['not applicable to MSN 100 to 120']],
    ['**ON A/C 101-120, 125\n**ON A/C 121-124', ['ON A/C 101-120, 125', 'ON A/C 121-124']],
    ['ON A/C 101-120 Add 5 mm', ['ON A/C 101-120']],
    ['[Applicable to: MSN 100 to 110] Do not exceed 40 N·m.', ['MSN 100 to 110']],
    ['AIRCRAFT 101-120 Torque to 40 N·m.', ['AIRCRAFT 101-120']],
    ['AIRCRAFT 101 THRU 120 HAVE TWO PUMPS.', ['AIRCRAFT 101 THRU 120']],
    ['Airplanes 101 thru 120 torque the nut to 40 N·m', ['Airplanes 101 thru 120']],
    [
      'For aircraft 101 to 120: do A. For aircraft 121 and on: do B.',
      ['For aircraft 101 to 120', 'For aircraft 121 and on'],
    ],
    ['AIRCRAFT 28 V BUS', []],
    ['AIRCRAFT 115 V BUS', []],
    ['Aircraft 1 engine running', []],
  ])('of %s takes %j', (text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  it.each<[string, boolean]>([
    ['ON A/C 101-120 Use 2 bolts and do not exceed 50 N·m.', false],
    ['ON A/C 101-120 USE 2 BOLTS AND DO NOT EXCEED 50 N·m.', false],
    ['POST SB 32-1045 Install the nut without washer.', false],
    ['[Applicable to: MSN 100 to 110] Do not exceed 40 N·m.', false],
    ['[Applicable to: MSN 100 to 110]', true],
    ['[Applicable to: FALCON 001 to 040] except 20', true],
    ['ON A/C 101-105 107 109-111', true],
    ['ON A/C 101-120 WITH SB 32-1045 INCORPORATED', true],
    ['PRE SB 32-1045 OR POST SB 32-1046', true],
  ])('%s speaks for what follows: %s', (text, alone) => {
    expect(findEffectivity(text).map((one) => one.alone)).toEqual([alone]);
  });

  it.each(['EXCEPT 105', 'EXCLUDING 105', '105 EXCLUDED', 'NOT 105', '(NOT 105)', ', NOT 105', 'BUT NOT 105'])(
    'never without its exclusion: %s',
    (exclusion) => {
      for (const one of [
        'ON A/C 101-120',
        'MSN 101 to 120',
        'EFFECTIVITY: ALL',
        'POST SB 32-1045',
        'S/N 101, 102 AND 110',
      ])
        for (const text of [`${one} ${exclusion}`, `A. ${one} ${exclusion}: Do it.`, `(${one} ${exclusion})`])
          expect(valuesOf(text)).toEqual([expect.stringMatching(/EXCEPT|EXCLUD|NOT/)]);
    },
  );

  it.each(['MSN 100, ', 'ON A/C 101 EXCEPT\n', '(ON A/C 101 ', 'EFFECTIVITY: ', 'EXCEPT ', 'MSN '])(
    'takes time in proportion to %j, again and again',
    async (part) => {
      await expectLinear(findEffectivity, repeated(part), 12_500);
    },
  );
});
