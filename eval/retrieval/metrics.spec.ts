import { meanScores } from './metrics.js';
import { PlainBm25 } from './plain-bm25.js';
import { parseQrels } from './retrieval-set.js';

describe('meanScores', () => {
  const qrels = parseQrels('query_id\tdoc_id\trelevance\nq1\ta\t2\nq1\tb\t1\nq2\tc\t1\nq3\td\t0\n');

  it('is 1 throughout when the best are first', () => {
    const run = new Map([
      ['q1', ['a', 'b']],
      ['q2', ['c']],
    ]);
    expect(meanScores(qrels, run)).toEqual({ 'nDCG@10': 1, 'Recall@10': 1, 'hit@1': 1, 'hit@5': 1, MRR: 1 });
  });

  it('counts a query that found nothing as 0 and leaves one without anything relevant out', () => {
    const scores = meanScores(qrels, new Map([['q1', ['x', 'a']]]));
    expect(scores['MRR']).toBeCloseTo(0.25);
    expect(scores['Recall@10']).toBeCloseTo(0.25);
    expect(scores['nDCG@10']).toBeCloseTo(2 / Math.log2(3) / (2 + 1 / Math.log2(3)) / 2);
  });
});

it('PlainBm25 puts rare words before frequent ones and short texts before long ones', () => {
  const texts = { a: 'the pump', b: 'the valve of the pump and of the motor', c: 'the motor' };
  const index = new PlainBm25(Object.entries(texts).map(([id, text]) => ({ id, text })));
  expect(index.search('the pump', 10)).toEqual(['a', 'b', 'c']);
  expect(index.search('nothing', 10)).toEqual([]);
});
