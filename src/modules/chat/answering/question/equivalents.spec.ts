import { equivalentsOf } from './equivalents.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';

describe('equivalentsOf', () => {
  const found = (question: string, text: string): Set<string> => equivalentsOf(question)(contentTerms(text));

  it('finds what the text calls otherwise', () => {
    expect(found('hyd leaks', 'Examine the hydraulic line')).toContain('hyd');
    expect([...found('the main landing gear', 'Put the MLG down')]).toEqual(
      expect.arrayContaining(contentTerms('main landing gear')),
    );
  });

  it('finds a name of several words in any order, as catalogs print it', () => {
    expect(found('auxiliary power unit oil', 'UNIT, POWER, AUXILIARY')).toContain('auxiliari');
    expect(found('auxiliary power unit oil', 'Oil of the APU')).toContain('auxiliari');
  });

  it('does not put a name together from words of several things', () => {
    const terms = found(
      'auxiliary power unit oil',
      'The oil lubricates the propeller control unit. Auxiliary reservoir.',
    );
    expect(terms).toContain('oil');
    expect(terms).not.toContain('auxiliari');
    expect(terms).not.toContain('unit');
  });
});
