import { asksForProcedure, mergeRanked, retrievalQuery } from './retrieval-query.js';

const history = [
  { role: 'user' as const, content: 'How do I remove the main wheel of the HST-72?' },
  { role: 'assistant' as const, content: '(1) Jack the aircraft. [1]' },
];

describe('retrievalQuery', () => {
  it.each([
    ['and the torque?', 'remove main wheel HST-72 and the torque?'],
    ['How do I install it?', 'main wheel HST-72 How do I install it?'],
    ['What about the nose wheel?', 'remove HST-72 What about the nose wheel?'],
  ])('completes the follow-up %s', (question, expected) => expect(retrievalQuery(question, history)).toBe(expected));

  it.each(['What is the capacity of the hydraulic reservoir?', 'propeller blade erosion limits'])(
    'leaves alone what stands by itself: %s',
    (question) => expect(retrievalQuery(question, history)).toBe(question),
  );

  it('needs no history', () => expect(retrievalQuery('and the torque?', [])).toBe('and the torque?'));

  it('takes the previous question, not the one being asked', () => {
    const again = [...history, { role: 'user' as const, content: 'and the torque?' }];
    expect(retrievalQuery('and the torque?', again)).toBe('remove main wheel HST-72 and the torque?');
  });
});

describe('asksForProcedure', () => {
  it.each(['How do I bleed the brakes?', 'Removal of the propeller', 'steps to service the strut'])('%s', (question) =>
    expect(asksForProcedure(question)).toBe(true),
  );
  it.each(['How tight should the nut be?', 'How often is it inspected?', 'What is the torque?'])(
    'not: %s',
    (question) => expect(asksForProcedure(question)).toBe(false),
  );
});

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
