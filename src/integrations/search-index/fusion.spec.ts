import { describe, expect, it } from '@jest/globals';
import { fuse, type Candidate } from './fusion.js';

const hit = (id: string, score: number, vector: number[] | null = null): Candidate => ({
  id,
  document_id: `doc_${id}`,
  revision_id: `rev_${id}`,
  score,
  vector: vector && Float32Array.from(vector),
});
const hybrid = { mode: 'hybrid' as const, vector: Float32Array.from([1, 0]), limit: 10 };
const ids = (hits: { id: string }[]) => hits.map(({ id }) => id);

describe('fuse', () => {
  it('averages words and meaning, each relative to its best', () => {
    const hits = fuse(
      {
        words: [hit('a', 10, [0.6, 0.8]), hit('b', 5, [0, 1])],
        semantic: [hit('c', 0.8), hit('a', 0.6)],
        identifiers: [],
      },
      hybrid,
    );
    expect(hits.map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
      ['a', 0.875],
      ['c', 0.5],
      ['b', 0.25],
    ]);
  });

  it('computes the cosine of a passage that only its words found', () => {
    const [only] = fuse({ words: [hit('a', 3, [3, 4])], semantic: [], identifiers: [] }, hybrid);
    expect(only!.similarity).toBeCloseTo(0.6);
    expect(only!.keyword_score).toBe(3);
  });

  it('puts passages with an identifier of the query first', () => {
    const hits = fuse(
      {
        words: [hit('best', 20, [1, 0])],
        semantic: [hit('best', 1)],
        identifiers: [hit('both', 4, [0, 1]), hit('one', 2, [0, 1])],
      },
      hybrid,
    );
    expect(ids(hits)).toEqual(['both', 'one', 'best']);
    expect(hits.map(({ exact }) => exact)).toEqual([true, true, false]);
    expect(hits[1]!.score).toBeGreaterThan(1);
    expect(hits[2]!.score).toBeLessThanOrEqual(1);
  });

  it('ranks by words alone without a vector, and by meaning alone when asked', () => {
    const lists = { words: [hit('a', 1), hit('b', 2)], semantic: [], identifiers: [] };
    const keyword = fuse(lists, { ...hybrid, vector: null });
    expect(keyword.map(({ id, score, similarity }) => [id, score, similarity])).toEqual([
      ['b', 1, null],
      ['a', 0.5, null],
    ]);
    const semantic = fuse(
      { words: [], semantic: [hit('a', 0.2), hit('b', 0.4)], identifiers: [] },
      { ...hybrid, mode: 'semantic' },
    );
    expect(semantic.map(({ id, keyword_score }) => [id, keyword_score])).toEqual([
      ['b', null],
      ['a', null],
    ]);
  });

  it('survives cosines of zero and below, repeats and the limit', () => {
    const lists = { words: [], semantic: [hit('b', -0.1), hit('a', 0), hit('a', 0)], identifiers: [] };
    expect(ids(fuse(lists, hybrid))).toEqual(['a', 'b']);
    expect(ids(fuse(lists, { ...hybrid, limit: 1 }))).toEqual(['a']);
    expect(fuse({ words: [], semantic: [], identifiers: [] }, hybrid)).toEqual([]);
  });
});
