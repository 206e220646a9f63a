export type { VectorSpace } from '../../embeddings/embeddings.js';

/** A revision as the index knows it, beside its passages: changes of these need no new reading of its words. */
export interface IndexedRevision {
  id: string;
  document_id: string;
  /** Of the document; its words count for every passage. */
  title: string;
  /** Found by whoever names it, before the documents that mention it. */
  document_number: string | null;
  document_type: string;
  aircraft_type: string;
  /** `32`, `32-11` or `32-11-00`; null when the document has none. */
  ata_chapter: string | null;
  /** Active ones are searched, superseded ones when asked for, others never. */
  status: 'draft' | 'active' | 'superseded';
  /** Whom it is open to: `organization`, see `audience.ts`, or the team of that id. */
  audience: string;
  /** Another one when the words or vectors of its passages, or its title, are not the same any more. */
  text_version: string;
}

/** One passage of one page. */
export interface IndexedPassage {
  /** Unique within the organization. */
  id: string;
  page_number: number;
  /** Headings above the passage, outermost first, in one line; may be empty. */
  section: string;
  body: string;
  /** What limits the body: effectivity statements in force and the notices that govern it. */
  conditions: string;
  /** What `extractIdentifiers` found in the passage. */
  identifiers: string[];
  /** Those of its nearest heading that has any: the task, subject or fault that the passage is part of. */
  own_identifiers: string[];
  /** Of unit length; null when the embedding model did not serve: the passage is then found by its words only. */
  vector: Float32Array | null;
}

/** A misspelt word of the query and the word of the library that was searched for beside it. */
export interface Correction {
  word: string;
  used: string;
}
