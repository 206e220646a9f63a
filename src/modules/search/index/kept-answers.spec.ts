import type { IndexHit, IndexQuery } from '@amks/search-engine/index-query.js';
import { KeptAnswers, type KeptAnswer } from './kept-answers.js';

const QUERY: IndexQuery = { reader: 'everything', text: 'nut', vector: Float32Array.of(1), mode: 'hybrid', limit: 10 };
const keyOf = (query: Partial<IndexQuery>, organization = 'org'): string | null =>
  KeptAnswers.keyOf(organization, { ...QUERY, ...query });

function answerOf(hits: number): KeptAnswer {
  return {
    hits: Array.from({ length: hits }, () => ({}) as IndexHit),
    corrections: [],
    readable: 1,
    position: 1,
    model: null,
  };
}

describe('kept answers', () => {
  it('are those of the same organization, reader and query only', () => {
    const readers = [['team'], ['team', 'other']].map((audiences) => ({ audiences, revisions: [] as string[] }));
    const keys = [
      keyOf({}),
      keyOf({}, 'another'),
      keyOf({ reader: readers[0]! }),
      keyOf({ reader: readers[1]! }),
      keyOf({ reader: { ...readers[0]!, revisions: ['shared'] } }),
      keyOf({ vector: null }),
      keyOf({ vector: Float32Array.of(2) }),
      keyOf({ filter: { include_superseded: true } }),
      keyOf({ text: 'bolt' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf({ vector: Float32Array.of(1) })).toBe(keyOf({}));
  });

  it('are limited, however many queries there are and however long, and not kept for readers of many shares', () => {
    const kept = new KeptAnswers();
    const count = (hits: number, filler: string): number => {
      const keys = Array.from({ length: 30_000 }, (_, n) => keyOf({ text: `${n} ${hits}${filler}` }));
      for (const key of keys) kept.set(key, answerOf(hits));
      return keys.filter((key) => kept.get(key)).length;
    };
    expect([count(0, ''), count(99, ''), count(0, 'x'.repeat(3_000))]).toEqual([10_000, 198, 1_666]);
    const revisions = Array.from({ length: 501 }, (_, n) => `rev_${n}`);
    expect(keyOf({ reader: { audiences: [], revisions } })).toBeNull();
  });
});
