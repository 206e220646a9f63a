/** A model's vector space. Vectors of different models are not comparable. */
export interface VectorSpace {
  model: string;
  dimensions: number;
}

/** Metadata of a revision. A change of it does not require reading the passages again. */
export interface IndexedRevision {
  id: string;
  document_id: string;
  /** Of the document; indexed with every passage. */
  title: string;
  /** A query for the number ranks the document before others that mention it. */
  document_number: string | null;
  document_type: string;
  aircraft_type: string;
  /** `32`, `32-11` or `32-11-00`. */
  ata_chapter: string | null;
  status: 'draft' | 'active' | 'superseded';
  /** `organization` (see `audience.ts`) or a team id. */
  audience: string;
  /** Changes with the text or vectors of its passages, or its title. */
  text_version: string;
}

export interface IndexedPassage {
  /** Unique within the organization. */
  id: string;
  page_number: number;
  /** Headings above the passage in one line, outermost first; may be empty. */
  section: string;
  body: string;
  conditions: string;
  /** Result of `extractIdentifiers`. */
  identifiers: string[];
  /** Identifiers of the nearest heading that has any: the task, subject or fault of the passage. */
  own_identifiers: string[];
  /** Of unit length; null if the embedding model was unavailable. The passage is then found by words only. */
  vector: Float32Array | null;
}

/** A misspelled word of the query, and the word searched for in addition. */
export interface Correction {
  word: string;
  used: string;
}
