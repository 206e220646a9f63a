import { describe, expect, it } from '@jest/globals';
import { expectLinear } from '../../../../test/support/linear-time.js';
import { isStopWord } from './stop-words.js';
import { analyze, analyzeTerms } from './text-analysis.js';

const terms = (text: string): string => analyzeTerms(text).join(' ');

describe('analyze', () => {
  it('tells where each term stands', () => {
    const text = 'The pilot’s “Landing” gear: 27.5 N·m, 年度检查';
    const stand = analyze(text).map(({ term, start, end }) => [term, text.slice(start, end)]);
    expect(stand).toEqual([
      ['the', 'The'],
      ['pilot', 'pilot'],
      ['land', 'Landing'],
      ['gear', 'gear'],
      ['27.5', '27.5'],
      ['nm', 'N·m'],
      ['年度', '年度'],
      ['度检', '度检'],
      ['检查', '检查'],
    ]);
  });

  it.each([
    ['removal removed removing REMOVES', 'remov remov remov remov'],
    ['Société, Ærø, Straße, ΟΔΟΣ ｆｕｌｌ ﬁn', 'societ aero strass οδοσ full fin'],
    ['anti-skid and/or non‑return', 'anti skid and or non return'],
    ['32-11-00, AT72-4021-3 and A320', '32 11 00 at72 4021 3 and a320'],
    ['P/N, S/N, C/B and A/B', 'pn sn cb and a b'],
    ['A.P.U. and e.g. Fig. 3.', 'apu and eg fig 3'],
    ['1,250 psi; 1,2,3; 12,5; 1,250,000.5', '1250 psi 1 2 3 12 5 1250000.5'],
    ['.032 in and 0.032; contents ....12', '0.032 in and 0.032 content 12'],
    ['M10x1.25, 3.2.1 and 1/4-28UNF', 'm10x1.25 3.2.1 and 1 4 28unf'],
    ["the crew's, engines', don't, l'avion, we'll", 'the crew engin don l avion we'],
    ['main\u00adtenance \u2122 ½ № 5 ㎜', 'mainten 1 2 no 5 mm'],
    ['ｶﾞｽ漏れ 油 한국어 ไทย', 'ガス ス漏 漏れ 油 한국 국어 ไท ทย'],
    ['\ud800 \u0000 😀 𝟐𝟕 -- "" \' ..', '27'],
    ['', ''],
  ])('takes %j apart', (text, expected) => {
    expect(terms(text)).toBe(expected);
  });

  it.each([
    [
      '27 N·m',
      ['27 Nm', '27Nm', '27 N-m', '27 N.m', '27 N m', '27 n*m', '27 newton-metres', '27 Newton meters', '27 N⋅m'],
    ],
    [
      '240 lbf.in',
      ['240 lbf-in', '240 in-lb', '240 in.-lb', '240 in. lb', '240 lb in', '240 inch-pounds', '240 in·lbs', '240inlb'],
    ],
    ['18 ft-lb', ['18 lbf·ft', '18 lb.ft', '18 foot pounds', '18 ft. lbs']],
    ['2.7 daN.m', ['2.7 daN·m', '2.7 daNm', '2.7daNm']],
    ['40 °C', ['40°C', '40 ℃', '40 deg C', '40 degrees Celsius', '40 C', '40C', '-40 °C']],
    ['3000 psi', ['3000psi', '3000 PSI', '3,000 psi', '3000-psi']],
    ['28 VDC', ['28VDC']],
    ['115 V', ['115V', '115 volts']],
    ['50 hours', ['50 h', '50-hour', '50 hrs', '50hr', '50h']],
    ['12 m', ['12 meters', '12 metres', '12m']],
    ['3 inches', ['3in', '3-inch']],
    ['100 Ω', ['100 ohms', '100Ω', '100 Ω']],
    ['tyre pressurisation', ['tire pressurization', 'TYRES pressurization']],
    ['aluminium colour gauge centre', ['aluminum color gage center']],
    ['anodised fibre, refuelling vapour', ['anodized fiber refueling vapor']],
  ])('levels %j', (text, others) => {
    expect(others.map(terms)).toEqual(others.map(() => terms(text)));
  });

  it('leaves ordinary words that look like units or spellings alone', () => {
    expect(terms('bolt in hole, item M, part N, noise')).toBe('bolt in hole item m part n nois');
    expect(terms('engine 2 in test')).toBe('engin 2 in test');
  });

  it.each(['a', '1', '1,', '1.', 'a.', "a'", '1 n ', 'ｶﾞ', '漢', '\ud800', '\u0301', '1,000', 'ﷺ', 'P/', '-'])(
    'keeps terms short and takes time in proportion to %j, again and again',
    async (unit) => {
      const keepShort = (text: string): void => {
        expect(analyze(text).filter(({ term }) => term.length > 64)).toEqual([]);
      };
      await expectLinear(keepShort, (length) => unit.repeat(length), 2_500);
    },
  );
});

describe('isStopWord', () => {
  it('knows the terms of stop words, and none that tell positions or negation', () => {
    expect(analyzeTerms('the of was does which this').every(isStopWord)).toBe(true);
    expect(analyzeTerms('not on off up before all gear').some(isStopWord)).toBe(false);
  });
});
