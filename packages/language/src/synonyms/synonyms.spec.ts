import { describe, expect, it } from '@jest/globals';
import { expectLinear } from '../../../../test/support/linear-time.js';
import { builtInSynonyms } from './built-in-synonyms.js';
import { parseQuery } from '@amks/search-engine/words/parse-query.js';
import { readSynonymEntry } from './synonym-entry.js';
import { SynonymList } from './synonyms.js';

const expand = (query: string, entries: string[] = []): string[] => {
  const { words, surface } = parseQuery(query);
  return new SynonymList(entries)
    .expansionsOf(words, surface)
    .map(({ from, to, terms }) => `${words.slice(from, to).join(' ')}: ${terms.join(' ')}`);
};

describe('SynonymList', () => {
  it('knows the trade', () => {
    expect(builtInSynonyms().size).toBeGreaterThan(700);
  });

  it.each([
    ['mlg actuator', 'mlg: main land gear'],
    ['MLG actuator', 'mlg: land gear'],
    ['main landing gear door', 'main land gear: mlg'],
    ['angle of attack vane', 'angl attack: aoa'],
    ['AOA vane', 'aoa: angl of attack'],
    ['cotter pin', 'cotter pin: split pin'],
    ['lockwire', 'lockwir: safeti wire'],
    ['split pins', 'split pin: cotter pin'],
    ['antiskid valve', 'antiskid: anti skid'],
    ['p/n of the seal', 'pn: part number'],
    ['CB tripped', 'cb: circuit breaker'],
    ['CBs tripped', 'cb: circuit breaker'],
    ['ATA 32', 'ata 32: land gear'],
    ['chapter 5', 'chapter 5: time limit'],
    ['time limits', 'time limit: ata 05'],
    ['tighten the nut', 'tighten: torqu'],
    ['Skydrol leak', 'skydrol: hydraul fluid'],
  ])('finds for %j %j', (query, expansion) => {
    expect(expand(query)).toContain(expansion);
  });

  it.each(['cb', 'rat', 'a bite of ice', 'oil', 'led to', 'ads', 'sat', 'press the button', 'wing'])(
    'does not read %j as an abbreviation',
    (query) => {
      expect(expand(query)).toEqual([]);
    },
  );

  it('goes from the special to the general only, and takes the longest span', () => {
    expect(expand('landing gear').some((expansion) => /mlg|nlg|nose/.test(expansion))).toBe(false);
    expect(expand('main landing gear').every((expansion) => expansion.startsWith('main land gear: '))).toBe(true);
  });

  it('lets the organization win over the built-in list', () => {
    expect(expand('MLG', ['mlg => main leg'])).toEqual(['mlg: main leg']);
    expect(expand('main leg', ['mlg => main leg'])).toEqual([]);
    expect(expand('donkey APU', ['donkey, start cart'])).toEqual(['donkei: start cart', 'apu: auxiliari power unit']);
    expect(expand('gear', ['a, b, c, not this', 'x => => y', 'gear'])).toEqual([]);
  });

  it('takes time in proportion to the query', async () => {
    const list = new SynonymList(
      Array.from({ length: 1000 }, (_, index) => `word${index}, gear one two three four ${index}`),
    );
    const words = (length: number): string[] => Array.from({ length }, (_, index) => (index % 2 ? 'gear' : 'mlg'));
    const expand = (query: string[]): void => expect(list.expansionsOf(query, query)).toHaveLength(64);
    await expectLinear(expand, words, 500);
  });
});

describe('readSynonymEntry', () => {
  it('reads both kinds', () => {
    expect(readSynonymEntry('MLG, Main gears')).toEqual({
      from: [['mlg'], ['main', 'gear']],
      to: [['mlg'], ['main', 'gear']],
    });
    expect(readSynonymEntry('MLG,leg => gear')).toEqual({ from: [['mlg'], ['leg']], to: [['gear']] });
  });

  it.each([
    '',
    'MLG',
    'MLG, mlg',
    'a => b => c',
    'MLG, --',
    'MLG =>',
    ', MLG',
    `a, ${'b'.repeat(200)}`,
    'a, b b b b b b b b b',
    'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u',
  ])('refuses %j', (line) => {
    expect(readSynonymEntry(line)).toEqual({ issue: expect.any(String) });
  });
});
