import type { IndexHit } from '../index-query.js';
import type { Place } from './best-rows.js';

/**
 * Share of the words in a hybrid score, the rest is the meaning's; and the worth of words that stand near each other,
 * beside BM25. Chosen by measurement (ADR 0019).
 */
export const WEIGHTS = { words: 0.55, proximity: 1 };

/** A candidate with what speaks for it. */
export interface Candidate extends Place {
  /** BM25 with proximity; null when none of the words is in it. */
  words: number | null;
  /** Cosine; null without vectors. */
  similarity: number | null;
  /** BM25 of the identifiers of the query that it holds; null when it holds none. */
  exact: number | null;
}

export type Rated = Pick<IndexHit, 'score' | 'keyword_score' | 'similarity' | 'exact'> & { place: Candidate };

/**
 * Candidates by the average of their scores, each relative to the best of its kind: that keeps how much better the first is than the
 * second, which ranks alone forget. Those with an identifier of the query come before all others.
 */
export function rate(candidates: readonly Candidate[], wordsShare: number): Rated[] {
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
