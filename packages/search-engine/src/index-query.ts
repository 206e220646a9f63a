import type { Correction } from './engine.types.js';
import type { Expansion } from '@amks/language/synonyms/synonyms.js';

export type { Correction } from './engine.types.js';

/** A revision must match one value of each non-empty list. */
export interface IndexFilter {
  document_types?: string[];
  /** Compared exactly; the caller resolves variants. */
  aircraft_types?: string[];
  /** `32` matches chapter 32, `32-11` section 32-11. */
  ata_chapters?: string[];
  document_ids?: string[];
  except_revision_ids?: string[];
  include_superseded?: boolean;
}

/** A reader can see documents open to the organization, documents of the teams in `audiences`, and shared `revisions`. */
export type IndexReader = 'everything' | { audiences: readonly string[]; revisions: readonly string[] };

export interface IndexQuery {
  /** Scores, order, corrections and counts depend only on what the reader can see. */
  reader: IndexReader;
  /** The query as typed; it has no operators except quotes and a minus. */
  text: string;
  /** Null if the embedding model is unavailable. */
  vector: Float32Array | null;
  mode: 'hybrid' | 'keyword' | 'semantic';
  limit: number;
  filter?: IndexFilter;
  expansions?: readonly Expansion[];
}

export interface IndexHit {
  id: string;
  document_id: string;
  revision_id: string;
  /** 0 to 1, relative to the best hit; 1 to 2 for a hit that contains an identifier of the query. */
  score: number;
  /** BM25; null if no word or identifier matched, or in semantic mode. */
  keyword_score: number | null;
  /** Cosine; null in keyword mode, or without a vector. */
  similarity: number | null;
  exact: boolean;
  /** Equal for near-duplicates: same words and same numbers. */
  fold: number;
}

export interface IndexAnswer {
  hits: IndexHit[];
  corrections: Correction[];
  /** Number of passages visible to the reader. */
  readable: number;
  timings: IndexTimings;
}

/** Milliseconds of the consecutive stages. */
export interface IndexTimings {
  keyword_ms: number;
  semantic_ms: number;
  fusion_ms: number;
}
