import { mergeRanked } from './merge-ranked.js';

describe('mergeRanked', () => {
  const merge = (lists: string[][], limit = 10) => mergeRanked(lists, (item) => item, limit).join('');

  it('takes turns and passes over what comes again', () =>
    expect(
      merge([
        ['a', 'b', 'c'],
        ['b', 'd'],
      ]),
    ).toBe('abdc'));

  it('stops at the limit, in the middle of a turn too', () =>
    expect(
      merge(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        3,
      ),
    ).toBe('acb'));

  it('leaves one list as it is', () => expect(merge([['a', 'b']])).toBe('ab'));

  it('takes nothing from nothing', () => expect(merge([[], []])).toBe(''));
});
