import type { Correction } from './engine/engine.types.js';
import type { Expansion } from './engine/word-search.js';

/** Restricts a search; each list is "one of" unless it says otherwise, all lists must hold, an absent or empty list restricts nothing. */
export interface IndexFilter {
  /** Superseded revisions too; otherwise active ones alone. */
  include_superseded?: boolean;
  document_types?: string[];
  aircraft_types?: string[];
  /** `32` finds everything of chapter 32, `32-11` everything of section 32-11. */
  ata_chapters?: string[];
  document_ids?: string[];
  /** Passages of these revisions are left out. */
  except_revision_ids?: string[];
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
  /** The same for hits of the same text word by word, within one answer. */
  fold: number;
}

export interface IndexAnswer {
  /** Best first. */
  hits: IndexHit[];
  timings: IndexTimings;
  corrections: Correction[];
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
    oneOf('aircraft_type', filter.aircraft_types),
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

function underChapter(chapters: string[] = []): string | null {
  if (chapters.length === 0) return null;
  const tests = chapters.map(
    (chapter) => `ata_chapter = ${sqlString(chapter)} OR starts_with(ata_chapter, ${sqlString(`${chapter}-`)})`,
  );
  return `(${tests.join(' OR ')})`;
}
