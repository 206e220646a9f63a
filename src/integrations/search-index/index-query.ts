import { aircraftFilter } from './aircraft-match.js';
import type { Correction } from './engine/engine.types.js';

export type { Correction } from './engine/engine.types.js';

/** Restricts a search; each list is "one of" unless it says otherwise, all lists must hold, an absent or empty list restricts nothing. */
export interface IndexFilter {
  document_types?: string[];
  /** By the rule of `aircraft-match.ts`: what is for every aircraft passes, variants and the type of a variant do. */
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

/** How long each stage took, in milliseconds. Keyword and semantic stage run side by side. */
export interface IndexTimings {
  keyword_ms: number;
  semantic_ms: number;
  fusion_ms: number;
}

/** The filter as an SQL predicate over the index columns, null when it restricts nothing. */
export function filterSql(filter: IndexFilter = {}): string | null {
  const clauses = [
    oneOf('document_type', filter.document_types),
    ofAircraft(filter.aircraft_types),
    oneOf('document_id', filter.document_ids),
    underChapter(filter.ata_chapters),
    oneOf('revision_id NOT', filter.except_revision_ids),
  ].filter((clause) => clause !== null);
  return clauses.length > 0 ? clauses.join(' AND ') : null;
}

/** A string as an SQL literal. Quotes are doubled; the engine's dialect knows no other escape inside quotes. */
export function sqlString(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function oneOf(column: string, values: string[] = []): string | null {
  return values.length > 0 ? `${column} IN (${values.map(sqlString).join(', ')})` : null;
}

function ofAircraft(asked: string[] = []): string | null {
  if (asked.length === 0) return null;
  const { exact, prefixes } = aircraftFilter(asked);
  const variants = prefixes.map((prefix) => `starts_with(aircraft_type, ${sqlString(prefix)})`);
  return `(${[oneOf('aircraft_type', exact), ...variants].join(' OR ')})`;
}

function underChapter(chapters: string[] = []): string | null {
  if (chapters.length === 0) return null;
  const tests = chapters.map(
    (chapter) => `ata_chapter = ${sqlString(chapter)} OR starts_with(ata_chapter, ${sqlString(`${chapter}-`)})`,
  );
  return `(${tests.join(' OR ')})`;
}
