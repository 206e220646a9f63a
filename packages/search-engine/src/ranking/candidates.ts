import type { Place, ScoredPlace } from './best-rows.js';
import type { Candidate } from './fusion.js';

/** More rows than any segment has. */
const MAX_ROWS = 2 ** 32;

export interface FoundPlaces {
  byWords: readonly ScoredPlace[];
  exact: readonly ScoredPlace[];
  byMeaning: readonly ScoredPlace[];
  wordsOf: (place: Place) => number | null;
  similarityOf: (place: Place) => number | null;
}

/** Merges the hits with all their scores, so that a passage found only by its words, or only by its meaning, is not ranked lower. */
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
