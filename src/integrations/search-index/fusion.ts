import type { IndexHit, IndexQuery } from './index-query.js';

/** A passage as one of the searches returned it. */
export interface Candidate {
  id: string;
  document_id: string;
  revision_id: string;
  /** BM25 or cosine, by the list it is in. */
  score: number;
  /** Vector of the passage, where the list carries it. */
  vector: Float32Array | null;
}

export interface CandidateLists {
  words: Candidate[];
  identifiers: Candidate[];
  semantic: Candidate[];
}

/** Share of the words' score against that of the meaning. Equal shares measured best over both sets, see ADR 0005. */
const WORDS_SHARE = 0.5;

/**
 * Makes one ranking of the lists: each score is divided by the best of its kind, and the two are averaged. Where a
 * passage is in only one list, its cosine is computed from its vector, and its BM25 counts as 0. Passages holding an
 * identifier of the query come before all others.
 *
 * Lists may be in any order and may name a passage twice.
 */
export function fuse(lists: CandidateLists, query: Pick<IndexQuery, 'mode' | 'vector' | 'limit'>): IndexHit[] {
  const words = scoresById(lists.words);
  const exact = scoresById(lists.identifiers);
  const cosines = scoresById(lists.semantic);
  const passages = new Map([...lists.semantic, ...lists.words, ...lists.identifiers].map((hit) => [hit.id, hit]));
  const similarities = new Map<string, number | null>();
  for (const { id, vector } of passages.values()) {
    similarities.set(id, cosines.get(id) ?? (query.vector && vector ? cosine(query.vector, vector) : null));
  }
  const best = { words: highest(words), exact: highest(exact), similarity: highest(similarities) };
  const share = sharesOf(query);

  const hits = [...passages.values()].map((passage): IndexHit => {
    const { id, document_id, revision_id } = passage;
    const similarity = similarities.get(id) ?? null;
    const base =
      share.words * relative(words.get(id), best.words) + share.semantic * relative(similarity, best.similarity);
    const isExact = exact.has(id);
    const score = isExact ? 1 + (base + relative(exact.get(id), best.exact)) / 2 : base;
    const keyword = words.has(id) || isExact ? (words.get(id) ?? 0) + (exact.get(id) ?? 0) : null;
    return { id, document_id, revision_id, score, keyword_score: keyword, similarity, exact: isExact, fold: 0 };
  });
  // Equal scores are ordered by id, so that the same search gives the same pages twice.
  const ranked = hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, query.limit);
  return ranked.map((hit, fold) => ({ ...hit, fold }));
}

function sharesOf({ mode, vector }: Pick<IndexQuery, 'mode' | 'vector'>): { words: number; semantic: number } {
  if (mode === 'semantic') return { words: 0, semantic: 1 };
  if (mode === 'keyword' || !vector) return { words: 1, semantic: 0 };
  return { words: WORDS_SHARE, semantic: 1 - WORDS_SHARE };
}

function scoresById(list: Candidate[]): Map<string, number> {
  return new Map(list.map(({ id, score }) => [id, score]));
}

function highest(scores: Map<string, number | null>): number {
  let best = 0;
  for (const score of scores.values()) best = Math.max(best, score ?? 0);
  return best;
}

function relative(score: number | null | undefined, best: number): number {
  return score && best > 0 ? Math.max(0, score / best) : 0;
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    lengthA += a[i]! * a[i]!;
    lengthB += b[i]! * b[i]!;
  }
  return dot / (Math.sqrt(lengthA * lengthB) || 1);
}
