import type { IndexHit } from '../index-query.js';
import type { Place } from './best-rows.js';

/** Share of the word score in a hybrid score, and weight of proximity relative to BM25; measured (ADR 0019). */
export const WEIGHTS = { words: 0.55, proximity: 1 };

export interface Candidate extends Place {
  /** BM25 with proximity; null if no word matches. */
  words: number | null;
  /** Cosine; null without vectors. */
  similarity: number | null;
  /** BM25 of identifiers; null if no identifier matches. */
  exact: number | null;
}

export type FusedCandidate = Pick<IndexHit, 'score' | 'keyword_score' | 'similarity' | 'exact'> & { place: Candidate };

/**
 * Scores candidates by the weighted average of their scores, each relative to the best one. Unlike rank fusion, this
 * keeps the distances between scores. Candidates with an identifier of the query come first.
 */
export function fuse(candidates: readonly Candidate[], wordsShare: number): FusedCandidate[] {
  const best = {
    words: highest(candidates, 'words'),
    similarity: highest(candidates, 'similarity'),
    exact: highest(candidates, 'exact'),
  };
  return candidates.map((candidate) => {
    const { words, similarity, exact } = candidate;
    const base = wordsShare * relative(words, best.words) + (1 - wordsShare) * relative(similarity, best.similarity);
    return {
      score: exact === null ? base : 1 + (base + relative(exact, best.exact)) / 2,
      keyword_score: words === null && exact === null ? null : (words ?? 0) + (exact ?? 0),
      similarity,
      exact: exact !== null,
      place: candidate,
    };
  });
}

function highest(candidates: readonly Candidate[], kind: 'words' | 'similarity' | 'exact'): number {
  return candidates.reduce((best, candidate) => Math.max(best, candidate[kind] ?? 0), 0);
}

function relative(score: number | null, best: number): number {
  return score !== null && best > 0 ? Math.max(0, score / best) : 0;
}
