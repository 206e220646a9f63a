import { LIMITS } from './limits.js';
import { Vocabulary } from './vocabulary.js';

describe('Vocabulary', () => {
  const vocabulary = new Vocabulary();
  for (const word of ['bolt', 'bearing', 'actuator', 'hydraulic', 'Überdruck', 'retraction']) {
    vocabulary.keepWord(word, vocabulary.add(word.toLowerCase()));
  }
  const mended = (written: string): string | undefined => vocabulary.mend(written, () => 1)?.text;

  it.each([
    ['a letter left out', 'bearng', 'bearing'],
    ['a letter too many', 'bearxing', 'bearing'],
    ['another letter', 'bearinx', 'bearing'],
    ['two letters swapped', 'bearnig', 'bearing'],
    ['two other letters in a long word', 'hydxxulic', 'hydraulic'],
    ['one left out and another letter in a long word', 'retrctoon', 'retraction'],
    ['a letter too many and two swapped in a long word', 'acutatorr', 'actuator'],
    ['an accent left out', 'uberdrack', 'uberdruck'],
  ])('mends %s: %s', (_, written, meant) => {
    expect(mended(written)).toBe(meant);
  });

  it.each(['beaxxng', 'hydxxxlic', 'xolt', 'bot'])('takes %s for another word', (written) => {
    expect(mended(written)).toBeUndefined();
  });
});

describe('a vocabulary beyond what one map holds', () => {
  it('knows every term and word by the number that it gave', () => {
    const vocabulary = new Vocabulary(3);
    const words = ['bolt', 'bearing', 'actuator', 'hydraulic', 'retraction', 'pump', 'valve', 'strut'];
    const numbers = words.map((word) => vocabulary.add(word));
    expect(words.map((word) => vocabulary.add(word))).toEqual(numbers);
    expect(words.map((word) => vocabulary.find(word))).toEqual(numbers);
    expect(vocabulary.find('nut')).toBeUndefined();
    const kept = words.map((word, n) => vocabulary.keepWord(word, numbers[n]!));
    expect(kept).toEqual(words.map((_, n) => n));
    expect(words.map((word, n) => vocabulary.keepWord(word.toUpperCase(), numbers[n]!))).toEqual(kept);
    expect(vocabulary.mend('strutt', () => 1)?.text).toBe('strut');
  });

  it('says which limit it met', () => {
    const { terms } = LIMITS;
    LIMITS.terms = 2;
    try {
      const vocabulary = new Vocabulary();
      expect(() => ['a', 'b', 'c'].forEach((term) => vocabulary.add(term))).toThrow('at most 2 terms');
    } finally {
      LIMITS.terms = terms;
    }
  });
});
