import { describe, expect, it } from '@jest/globals';
import { expectLinear, repeated } from '../../../../test/support/linear-time.js';
import { extractIdentifiers, identifierTerms, splitQuery } from './identifiers.js';

describe('extractIdentifiers', () => {
  it.each([
    ['Refer to 32-11-00 for the main gear.', ['32-11-00']],
    ['Do TASK 32-11-00-400-801 before 32-11-00-860-001-A.', ['32-11-00-400-801', '32-11-00-860-001-A']],
    ['seal at72-4021-3 and nut NAS1149F0363P', ['AT72-4021-3', 'NAS1149F0363P']],
    ['MS20392-2C11, AN960-416; (D23189000-3).', ['MS20392-2C11', 'AN960-416', 'D23189000-3']],
    ['kit 114-5012-1 or 324105-2', ['114-5012-1', '324105-2']],
    ['SB72-32-0045 replaces SB 32-0044', ['SB72-32-0045', '32-0044']],
    ['AD 2024-03-07 applies', ['2024-03-07']],
    ['P/N 60217 or part number 7012345', ['60217', '7012345']],
    ['fault code 3214 and fault E0421 and FC-32-104', ['3214', 'E0421', 'FC-32-104']],
    ['hydraulic fluid MIL-PRF-83282', ['MIL-PRF-83282']],
    ['ATA 32-11 wheels', ['32-11']],
    ['AT72‑4021‑3 set with no-break hyphens, ３２-１１-００ full width', ['AT72-4021-3', '32-11-00']],
    [
      'AT72\u20124021\u20123, 32\u201311\u201300 and \uff21\uff34\uff17\uff12\uff0d\uff14\uff10\uff12\uff12',
      ['AT72-4021-3', '32-11-00', 'AT72-4022'],
    ],
    ['SS\u00ad2541\u00ad03\u00adM and ss\u00ad2542\u00adm, main\u00adtenance', ['SS-2541-03-M', 'SS-2542-M']],
    ['32-11-00\u201332-11-05, MS20392\u2013NAS1149 and A319\u2013A321', ['32-11-00', '32-11-05', 'MS20392', 'NAS1149']],
    ['from FL290\u2013FL410, R101\u2013R105, P/N 60217\u201360220, 1200\u20131350 lbf', ['60217']],
    ['32-11-00/401 and AT72-4021-3/-5', ['32-11-00', 'AT72-4021-3']],
    ['twice 32-11-00 and again 32-11-00', ['32-11-00']],
  ])('finds the identifiers of %j', (text, expected) => {
    expect(extractIdentifiers(text)).toEqual(expected);
  });

  it.each([
    'Remove the wheel and the brake assembly.',
    'Revision 3 of 2024-03-15, 15-03-2024, 15-MAR-2024, 15MAR24, MAR-2024 and 2024-03',
    'Torque the nut to 120-135 Nm, then 1200-1350 lbf.in, 1250Nm, 250-300Nm, 12.5-15.0 daN.m',
    'Pressure 3000PSI or 3000 psi, 115V, 28VDC, 400Hz, 1500 FH, 1000-hour check, 500-flight-hour inspection',
    'Pages 10-12, 301-305, step-100, post-2015, 10-ply, O-ring, A-check, no. 1, 2nd, 60217, 1,234,567',
    'B737-800, A320-214, CRJ-900, ATR72-600, FL350, M10x125, 1/4-28UNF, A320, 2015-2020, 1.25, 3.2.1',
    '',
    '----- --- \0 😀 " \' AND OR NOT * : \\',
  ])('finds none in %j', (text) => {
    expect(extractIdentifiers(text)).toEqual([]);
  });

  it.each(['1-', '1\u2013', 'A1\u2013', '1\u00ad', 'A1', 'P/N ', '9', '-', 'FAULT CODE '])(
    'takes time in proportion to %j, again and again',
    async (unit) => {
      await expectLinear(extractIdentifiers, repeated(unit), 12_500);
    },
  );
});

describe('identifierTerms', () => {
  it('adds the whole and the form without hyphens, each of its own kind', () => {
    expect(identifierTerms('AT72-4021-3')).toEqual([
      'at72-4021-3',
      '=at72-4021-3',
      '~at7240213',
      '~at724021-3',
      'at72-4021',
    ]);
    expect(identifierTerms('NAS1149F0363P')).toEqual(['nas1149f0363p']);
  });

  it('adds the ATA numbers above a task', () => {
    expect(identifierTerms('32-11-00-400')).toEqual([
      '32-11-00-400',
      '=32-11-00-400',
      '~321100400',
      '~321100-400',
      '32-11',
      '32-11-00',
    ]);
  });

  it('adds the part number above a dash number', () => {
    expect(identifierTerms('AT72-4021-3')).toContain('at72-4021');
  });
});

describe('splitQuery', () => {
  it('takes identifiers out of the words', () => {
    expect(splitQuery('torque of AT72‑4021‑3 in 32-11-00?')).toEqual({
      identifiers: ['at72-4021-3', '32-11-00'],
      words: 'torque of   in  ?',
    });
  });

  it('guesses at words with digits and keeps them as words', () => {
    expect(splitQuery('where is 321100 or AT7240213')).toEqual({
      identifiers: ['at7240213', '321100'],
      words: 'where is 321100 or',
    });
    expect(splitQuery('section 32-41 for the A320')).toEqual({
      identifiers: ['32-41', 'a320'],
      words: 'section 32-41 for the A320',
    });
  });

  it('finds no identifiers in plain language', () => {
    expect(splitQuery('replace No. 2 brake on gear 12 at 3000 psi').identifiers).toEqual([]);
  });
});
