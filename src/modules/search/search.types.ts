import type { PassageEffectivity, RevisionEffectivity } from '../applicability/applicability.service.js';
import type { Verdict } from '../applicability/dto/verdicts.js';
import type { Effectivity, PassageFacts } from '@amks/language/facts/passage-facts.js';
import type { IndexHit } from '@amks/search-engine/index-query.js';
import type { PageMarks } from '../documents/discrepancies/open-discrepancies.service.js';
import type { DocumentRow } from '../documents/document.service.js';
import type { DocumentType } from '../documents/dto/document-types.js';
import type { QueryTerms } from './snippet.js';

export type SearchMode = 'hybrid' | 'keyword' | 'semantic';

/** A hit must match one value of each non-empty list, and be in the publication. */
export interface SearchFilters {
  document_types?: string[];
  aircraft_types?: string[];
  ata_chapters?: string[];
  document_ids?: string[];
  publication_id?: string;
  include_superseded?: boolean;
}

export interface SearchRequest {
  query: string;
  filters: SearchFilters;
  mode: SearchMode;
  limit: number;
}

/** Results for one aircraft of the register. */
export interface ForAircraft {
  aircraft_id: string;
  /** Whether what does not apply is shown last; it is left out otherwise. */
  include_not_applicable: boolean;
}

/** A found passage with what tells whether it applies to an aircraft. */
export type JudgedPassage = RevisionEffectivity & PassageEffectivity & Pick<FoundPassage, 'id' | 'revision_id'>;

/** The rank of a passage for an aircraft, the lowest first; null for one that is not shown. */
export type Judge = (passage: JudgedPassage) => number | null;

/** A result with its verdict; null if no aircraft was named. */
export type Judged<T> = T & { applicability: Verdict | null };

/** A WARNING or CAUTION that governs a passage's steps, verbatim. */
export interface PassageNotice {
  kind: 'warning' | 'caution';
  text: string;
  page_number: number;
  start: number;
  end: number;
  ocr_confidence?: number;
}

/** A passage visible to the caller, with the data of a citation. */
export interface FoundPassage extends PageMarks {
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
  /** OCR confidence of the least certain number, 0–100; null if the text comes from the file itself. */
  ocr_confidence: number | null;
  facts: PassageFacts;
  /** The aircraft to which the revision applies, in the publisher's words. */
  effectivity: string | null;
  /**
   * Pages that a temporary revision replaces or cancels: of the revision, if notices of the passage can be on them; of all revisions of the
   * document, if this one is superseded.
   */
  changed_pages: number[];
}

export type FoundMatch = Pick<
  FoundPassage,
  | 'id'
  | 'revision_id'
  | 'page_number'
  | 'start_offset'
  | 'section'
  | 'text'
  | 'notices'
  | 'identifiers'
  | 'ocr_confidence'
  | 'discrepancies'
  | 'temporary_revisions'
  | 'changed_pages'
> & {
  /** Effectivity statements that apply within the passage, widest first. */
  in_force: Effectivity[];
  ata: string | null;
  task: string | null;
};

/** Location of a near-duplicate. */
export type Duplicate = Pick<
  FoundPassage,
  'document_id' | 'revision_id' | 'title' | 'document_type' | 'aircraft_type' | 'version' | 'page_number'
> & {
  /** Whether a temporary revision names the page, or has it in its document. */
  marked: boolean;
};

/** A hit that PostgreSQL admits. */
export type AdmittedHit = IndexHit & {
  superseded: boolean;
  /** Whether a temporary revision marks the page; false before the admission. */
  marked: boolean;
};

/** Why a bulletin is shown with a hit, surest first. */
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

export interface RankedPassage {
  passage: FoundPassage;
  score: number;
  keyword_score: number | null;
  similarity: number | null;
  /** Visible near-duplicates. */
  duplicates: Duplicate[];
}

export interface RankedMatch {
  match: FoundMatch;
  duplicates: Duplicate[];
}

export interface RankedDocument {
  document: DocumentRow;
  score: number;
  matches: Judged<RankedMatch>[];
  /** Further pages with hits, best first. */
  other_pages: number[];
  notices_of_change: ChangeNotice[];
}

export interface Found<T> {
  results: T[];
  terms: QueryTerms;
}
