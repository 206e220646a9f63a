import type { Place, ScoredPlace } from './best-rows.js';
import type { Candidate } from './ranking.js';

/** More rows than any segment has. */
const MAX_ROWS = 2 ** 32;

/** What was found, by the way it was found, and how passages are scored that were found in another way. */
export interface FoundPlaces {
  byWords: readonly ScoredPlace[];
  exact: readonly ScoredPlace[];
  byMeaning: readonly ScoredPlace[];
  wordsOf: (place: Place) => number | null;
  similarityOf: (place: Place) => number | null;
}

/**
 * All that were found, each once, with all that can be said for it: a passage is not worth less because only its words, or
 * only its meaning, brought it among the best.
 */
export function mergeFound({ byWords, exact, byMeaning, wordsOf, similarityOf }: FoundPlaces): Candidate[] {
  const found = new Map<number, Candidate>();
  const at = ({ segment, row }: Place): Candidate => {
    const key = segment * MAX_ROWS + row;
    const known = found.get(key);
    if (known) return known;
    const made: Candidate = { segment, row, words: null, similarity: null, exact: null };
    found.set(key, made);
    return made;
  };
  for (const place of byWords) at(place).words = place.score;
  for (const place of exact) at(place).exact = place.score;
  for (const place of byMeaning) at(place).similarity = place.score;
  for (const candidate of found.values()) {
    candidate.words ??= wordsOf(candidate);
    candidate.similarity ??= similarityOf(candidate);
  }
  return [...found.values()];
}
