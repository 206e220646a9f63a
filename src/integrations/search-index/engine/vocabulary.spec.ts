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
