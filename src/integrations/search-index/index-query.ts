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

/**
 * Whose search it is. Beside what is open to the whole organization they may read the documents of `audiences`, which are
 * teams, and single `revisions`, which were shared with them. `everything` is for those who see all documents.
 */
export type IndexReader = 'everything' | { audiences: readonly string[]; revisions: readonly string[] };

export interface IndexQuery {
  /** Nothing else is looked at: no score, order, correction or count depends on what they may not read. */
  reader: IndexReader;
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
  /** Passages that the reader may find, whatever was asked for. */
  readable: number;
  timings: IndexTimings;
}

/** How long each stage took, in milliseconds. The stages come one after the other. */
export interface IndexTimings {
  keyword_ms: number;
  semantic_ms: number;
  fusion_ms: number;
}
