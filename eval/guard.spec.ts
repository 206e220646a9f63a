import { fallenScores, keptScores } from './guard.js';

describe('fallenScores', () => {
  const kept = { 'hit@1': 0.9, answered: 0.95 };

  it('tolerates two points', () => {
    expect(fallenScores({ 'hit@1': 0.88, answered: 1 }, kept)).toEqual([]);
  });

  it('tolerates one point for wrong answers', () => {
    const name = 'held_out/no wrong answer';
    expect(fallenScores({ [name]: 0.89 }, { [name]: 0.9 })).toEqual([]);
    expect(fallenScores({ [name]: 0.8899 }, { [name]: 0.9 })).toHaveLength(1);
  });

  it('names what fell by more, with both values', () => {
    expect(fallenScores({ 'hit@1': 0.8799, answered: 0.95 }, kept)).toEqual(['hit@1: 0.8799, kept 0.9']);
  });

  it('takes a score that is gone for a fall', () => {
    expect(fallenScores({ 'hit@1': 0.9 }, kept)).toEqual(['answered: not measured, kept 0.95']);
  });
});

it('keeps scores with four digits', () => {
  expect(JSON.parse(keptScores({ a: 2 / 3 }))).toEqual({ a: 0.6667 });
});
