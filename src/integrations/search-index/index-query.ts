import type { Correction } from './engine/engine.types.js';
import type { Expansion } from './query/synonyms.js';

export type { Correction } from './engine/engine.types.js';

/** Restricts a search; each list is "one of" unless it says otherwise, all lists must hold, an absent or empty list restricts nothing. */
export interface IndexFilter {
  document_types?: string[];
  /** As the documents have them: which types fit what a person asks for is decided before. */
  aircraft_types?: string[];
  /** `32` finds everything of chapter 32, `32-11` everything of section 32-11. */
  ata_chapters?: string[];
  document_ids?: string[];
  /** Passages of these revisions are left out. */
  except_revision_ids?: string[];
  /** Whether superseded revisions are searched beside the active ones. */
  include_superseded?: boolean;
}

export interface IndexQuery {
  /** What the user typed, taken literally: nothing in it is an operator. */
  text: string;
  /** The vector of the text; null when the embedding model does not serve. */
  vector: Float32Array | null;
  mode: 'hybrid' | 'keyword' | 'semantic';
  limit: number;
  filter?: IndexFilter;
  /** Synonyms of words of the query. */
  expansions?: readonly Expansion[];
}

export interface IndexHit {
  id: string;
  document_id: string;
  revision_id: string;
  /** 0 to 1, relative to the best hit of the same search; between 1 and 2 when an identifier of the query stands in it. */
  score: number;
  /** BM25 of words and identifiers; null when neither matched or the mode is semantic. */
  keyword_score: number | null;
  /** Cosine of query and passage; null in keyword mode or when there is no vector. */
  similarity: number | null;
  /** Whether the passage holds an identifier of the query, whole. */
  exact: boolean;
  /** The same number for hits that are near-duplicates of each other: same words, the very same numbers. */
  fold: number;
}

/** Hits, best first, and how they came about. */
export interface IndexAnswer {
  hits: IndexHit[];
  corrections: Correction[];
  timings: IndexTimings;
}

/** How long each stage took, in milliseconds. The stages come one after the other. */
export interface IndexTimings {
  keyword_ms: number;
  semantic_ms: number;
  fusion_ms: number;
}
