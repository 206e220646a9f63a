import { identifierKey, wordsKey, wordStarts } from './search-key.js';

describe('keys of suggestions', () => {
  it.each([
    ['Main Wheel – Removal', 'main wheel removal'],
    ['Prüfung der RÄDER', 'prufung der rader'],
    ['32-11-00 Strut', '32 11 00 strut'],
    ['—', ''],
  ])('of %j are %j', (text, key) => expect(wordsKey(text)).toBe(key));

  it('of identifiers have no hyphens', () => {
    expect(identifierKey('AT72-4021/3')).toBe('at7240213');
  });

  it('begin at every word that says something', () => {
    expect(wordStarts('Removal of the Main Wheel')).toEqual([
      { key: 'removal of the main wheel', word: 0 },
      { key: 'main wheel', word: 3 },
      { key: 'wheel', word: 4 },
    ]);
    expect(wordStarts('32-11-00 Strut').map(({ key }) => key)).toEqual(['32 11 00 strut', 'strut']);
    expect(wordStarts('– ')).toEqual([]);
  });

  it('are bounded', () => {
    const starts = wordStarts('word '.repeat(1000));
    expect(starts).toHaveLength(8);
    for (const { key } of starts) expect(key.length).toBeLessThanOrEqual(80);
  });
});
