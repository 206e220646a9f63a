import type { PassageFacts } from '../../common/files/passage-facts.js';
import type { IndexHit } from '../../integrations/search-index/index-query.js';
import type { DocumentRow } from '../documents/document.service.js';
import type { DocumentType } from '../documents/dto/document-types.js';
import type { QueryTerms } from './snippet.js';

export type SearchMode = 'hybrid' | 'keyword' | 'semantic';

/** Restricts what is found; each list is "one of", all lists must hold. */
export interface SearchFilters {
  document_types?: string[];
  aircraft_types?: string[];
  ata_chapters?: string[];
  document_ids?: string[];
  include_superseded?: boolean;
}

export interface SearchRequest {
  query: string;
  filters: SearchFilters;
  mode: SearchMode;
  limit: number;
}

/** A WARNING or CAUTION that governs a passage's steps, verbatim. */
export interface PassageNotice {
  kind: 'warning' | 'caution';
  text: string;
  page_number: number;
  start: number;
  end: number;
  ocr_confidence?: number;
}

/** A passage that the caller may see, with what a citation of it needs. */
export interface FoundPassage {
  id: string;
  document_id: string;
  revision_id: string;
  title: string;
  version: string;
  revision_date: string | null;
  document_number: string | null;
  document_type: string;
  aircraft_type: string;
  /** Of the document. */
  ata_chapter: string | null;
  content_sha256: string;
  superseded: boolean;
  page_number: number;
  section: string[];
  text: string;
  start_offset: number;
  end_offset: number;
  kind: 'text' | 'warning' | 'caution' | 'note';
  notices: PassageNotice[];
  identifiers: string[];
  /** 0–100, of the least sure number of a text that was read from a picture; null where the text is the file's own. */
  ocr_confidence: number | null;
  /** What is known of the passage beside its words; `{}` where nothing is. */
  facts: PassageFacts;
  /** Which aircraft the revision applies to, in the publisher's words. */
  effectivity: string | null;
}

/** A passage as a document's result shows it. */
export type FoundMatch = Pick<
  FoundPassage,
  'id' | 'revision_id' | 'page_number' | 'section' | 'text' | 'notices' | 'identifiers' | 'ocr_confidence'
> & {
  /** Effectivity statements in force somewhere in the passage, the widest first. */
  applies_to: string[];
  /** As {@link PassageFacts}. */
  ata: string | null;
  task: string | null;
};

/** Where a near-duplicate of a shown passage stands. */
export type Duplicate = Pick<
  FoundPassage,
  'document_id' | 'revision_id' | 'title' | 'document_type' | 'aircraft_type' | 'version' | 'page_number'
>;

/** A hit of a revision that may be shown. */
export type AdmittedHit = IndexHit & { superseded: boolean };

/** Why a newer bulletin is shown with a hit, the surest first. */
export const CHANGE_REASONS = ['names_document', 'names_task', 'names_part', 'same_subject'] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** A newer bulletin that may change what a hit says. */
export interface ChangeNotice {
  document_id: string;
  document_type: DocumentType;
  title: string;
  document_number: string | null;
  version: string;
  revision_date: string | null;
  reason: ChangeReason;
}

/** A passage with its place in the ranking. */
export interface RankedPassage {
  passage: FoundPassage;
  score: number;
  keyword_score: number | null;
  similarity: number | null;
  /** Admitted near-duplicates that it stands for. */
  duplicates: Duplicate[];
}

/** A page of a document's result: its best passage. */
export interface RankedMatch {
  match: FoundMatch;
  duplicates: Duplicate[];
}

/** A document (more precisely: one revision of it) with its best pages, best first. */
export interface RankedDocument {
  document: DocumentRow;
  score: number;
  matches: RankedMatch[];
  /** Further pages with hits, best first. */
  other_pages: number[];
  notices_of_change: ChangeNotice[];
}

/** What a search found, and by what its texts are marked. */
export interface Found<T> {
  results: T[];
  terms: QueryTerms;
}
