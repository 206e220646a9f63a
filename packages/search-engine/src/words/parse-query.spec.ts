import { describe, expect, it } from '@jest/globals';
import { expectLinear } from '../../../../test/support/linear-time.js';
import { parseQuery, type ParsedQuery } from './parse-query.js';

const nothing: ParsedQuery = {
  words: [],
  surface: [],
  phrases: [],
  excluded: [],
  identifiers: [],
  excludedIdentifiers: [],
};

describe('parseQuery', () => {
  it.each<[string, Partial<ParsedQuery>]>([
    ['Removing the wheels', { words: ['remov', 'wheel'], surface: ['Removing', 'wheels'] }],
    ['what is this', { words: ['what', 'is', 'thi'], surface: ['what', 'is', 'this'] }],
    [
      'hydraulic system A pump',
      { words: ['hydraul', 'system', 'a', 'pump'], surface: ['hydraulic', 'system', 'A', 'pump'] },
    ],
    ['"nose gear" the', { phrases: [['nose', 'gear']] }],
    ['pump “left of the engine”', { words: ['pump'], surface: ['pump'], phrases: [['left', 'of', 'the', 'engin']] }],
    ['«train avant» ("actuator")', { phrases: [['train', 'avant'], ['actuat']] }],
    ['wear of "brake', { words: ['wear', 'brake'], surface: ['wear', 'brake'] }],
    ['27" wheel', { words: ['27', 'wheel'], surface: ['27', 'wheel'] }],
    ['27" wheel, 30" tyre', { words: ['27', 'wheel', '30', 'tire'], surface: ['27', 'wheel', '30', 'tyre'] }],
    ['"" " "', {}],
    ['gear -nose', { words: ['gear'], surface: ['gear'], excluded: [['nose']] }],
    [
      '-"nose gear" -anti-skid',
      {
        excluded: [
          ['nose', 'gear'],
          ['anti', 'skid'],
        ],
      },
    ],
    ['gear -"nose', { words: ['gear', 'nose'], surface: ['gear', 'nose'] }],
    ['gear -the', { words: ['gear'], surface: ['gear'] }],
    ['pump (-left)', { words: ['pump'], surface: ['pump'], excluded: [['left']] }],
    ['at -40 °C', { words: ['40', 'c'], surface: ['40', 'C'] }],
    ['-40C --x - y', { words: ['40', 'c', 'x', 'y'], surface: ['40', 'C', 'x', 'y'] }],
    [
      '27-30 PRE-SB O-ring',
      {
        words: ['27', '30', 'pre', 'sb', 'o', 'ring'],
        surface: ['27', '30', 'PRE', 'SB', 'O', 'ring'],
        identifiers: ['27-30'],
      },
    ],
    ['27 Nm', { words: ['27', 'nm'], surface: ['27', 'Nm'] }],
    [
      'torque of AT72‑4021‑3 in 32-11-00?',
      { words: ['torqu'], surface: ['torque'], identifiers: ['at72-4021-3', '32-11-00'] },
    ],
    [
      'wheel -32-41-00 -at72-4021',
      { words: ['wheel'], surface: ['wheel'], excludedIdentifiers: ['32-41-00', 'at72-4021'] },
    ],
    ['"seal AT72-4021-3"', { phrases: [['seal', 'at72', '4021', '3']], identifiers: ['at72-4021-3'] }],
    ['the 32-11-00', { identifiers: ['32-11-00'] }],
    ['321100 for A320', { words: ['321100', 'a320'], surface: ['321100', 'A320'], identifiers: ['321100', 'a320'] }],
    ['where is 321100 or AT7240213', { words: ['321100'], surface: ['321100'], identifiers: ['at7240213', '321100'] }],
    ['section 32-41', { words: ['section', '32', '41'], surface: ['section', '32', '41'], identifiers: ['32-41'] }],
    ['-a320', { excluded: [['a320']], excludedIdentifiers: ['a320'] }],
    [
      'replace No. 2 brake at 3000 psi',
      { words: ['replac', 'no', '2', 'brake', '3000', 'psi'], surface: ['replace', 'No', '2', 'brake', '3000', 'psi'] },
    ],
    ['', {}],
  ])('reads %j', (text, expected) => {
    expect(parseQuery(text)).toEqual({ ...nothing, ...expected });
  });

  it('reads any thousand characters in a few milliseconds', async () => {
    const signs = [
      ...'"“”«»-- \'.,:;()/*\\\0\n\t0123456789aAzZéßİıﷺ漢ｶﾞ½㎜',
      '\ud800',
      '\udc00',
      '😀',
      '32-11-00 ',
      'P/N 12345 ',
      '-"',
      ' -a',
      '"a" ',
    ];
    let seed = 46;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const mixed = (length: number): string =>
      Array.from({ length }, () => signs[random(signs.length)])
        .join('')
        .slice(0, length);
    const hostile = (length: number): string[] => [
      ...signs.map((sign) => sign.repeat(length).slice(0, length)),
      ...Array.from({ length: 100 }, () => mixed(length)),
    ];
    const parseAll = (texts: string[]): void => {
      for (const text of texts) {
        const { words, surface } = parseQuery(text);
        if (words.length !== surface.length) throw new Error(text);
      }
    };
    await expectLinear(parseAll, hostile, 125);
  });

  it('reads a phrase once, however often it stands there, and those beyond the eighth as words', () => {
    expect(parseQuery('"of the" '.repeat(111)).phrases).toEqual([['of', 'the']]);
    const names = 'bolt nut seal hose pump valve wheel brake strut'.split(' ');
    const parsed = parseQuery(names.map((name) => `"left ${name}"`).join(' '));
    expect(parsed.phrases).toHaveLength(8);
    expect(parsed.words).toEqual(['left', 'strut']);
    expect(parseQuery('-"of the" '.repeat(111)).excluded).toEqual([['of', 'the']]);
    expect(parseQuery(names.map((name) => `-"left ${name}"`).join(' ')).excluded).toHaveLength(8);
  });

  it('requires and excludes a longer phrase by its first sixteen words', () => {
    const words = Array.from({ length: 199 }, (_, index) => `w${index}`);
    expect(parseQuery(`"${words.join(' ')}"`).phrases).toEqual([words.slice(0, 16)]);
    expect(parseQuery(`"${words.slice(0, 16).join(' ')}"`).phrases).toEqual([words.slice(0, 16)]);
    expect(parseQuery(`-"${words.join(' ')}"`).excluded).toEqual([words.slice(0, 16)]);
  });
});
