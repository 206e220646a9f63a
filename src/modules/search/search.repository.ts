import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { PassageFacts } from '../../common/files/passage-facts.js';
import type { RevisionStatus } from '../documents/dto/document-types.js';

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
  content_sha256: string;
  superseded: boolean;
  page_number: number;
  section: string[];
  text: string;
  start_offset: number;
  end_offset: number;
  kind: 'text' | 'warning' | 'caution' | 'note';
  /** WARNINGs and CAUTIONs that govern the passage's steps, verbatim. */
  notices: {
    kind: 'warning' | 'caution';
    text: string;
    page_number: number;
    start: number;
    end: number;
    ocr_confidence?: number;
  }[];
  identifiers: string[];
  /** 0–100, of the least sure number of a text that was read from a picture; null where the text is the file's own. */
  ocr_confidence: number | null;
  /** What is known of the passage beside its words; `{}` where nothing is. */
  facts: PassageFacts;
  /** Which aircraft the revision applies to, in the publisher's words. */
  effectivity: string | null;
}

/** Restricts what is found; each list is "one of", all lists must hold. */
export interface SearchFilters {
  document_types?: string[];
  aircraft_types?: string[];
  ata_chapters?: string[];
  document_ids?: string[];
  include_superseded?: boolean;
}

/** Statuses of the revisions that a search shows. */
export function admittedStatuses({ include_superseded }: SearchFilters): RevisionStatus[] {
  return include_superseded ? ['active', 'superseded'] : ['active'];
}

@Injectable()
export class SearchRepository {
  constructor(private readonly db: Database) {}

  /**
   * What of the index's proposals may be shown: passages of documents that `visible` admits, of revisions that are ready
   * and active (or superseded, when asked for), and that hold the filters by the documents' present metadata.
   */
  async admit(visible: SqlConditions, passageIds: readonly string[], filters: SearchFilters): Promise<FoundPassage[]> {
    const conditions = new SqlConditions(visible)
      .add((p) => `p.id = ANY(${p(passageIds)})`)
      .add((p) => `r.status = ANY(${p(admittedStatuses(filters))})`)
      .add(() => `r.ingestion_state = 'ready'`);
    const { document_types, aircraft_types, ata_chapters, document_ids } = filters;
    if (document_types?.length) conditions.add((p) => `d.document_type = ANY(${p(document_types)})`);
    if (aircraft_types?.length) conditions.add((p) => `d.aircraft_type = ANY(${p(aircraft_types)})`);
    if (document_ids?.length) conditions.add((p) => `d.id = ANY(${p(document_ids)})`);
    if (ata_chapters?.length) {
      conditions.add(
        (p) =>
          `EXISTS (SELECT FROM unnest(${p(ata_chapters)}::text[]) c WHERE d.ata_chapter = c OR starts_with(d.ata_chapter, c || '-'))`,
      );
    }
    return this.db.query<FoundPassage>(
      `SELECT p.id, p.document_id, p.revision_id, d.title, r.version, r.revision_date::text, d.document_number, d.document_type, d.aircraft_type,
              r.content_sha256, r.status = 'superseded' AS superseded, p.page_number, p.section, p.text,
              p.start_offset, p.end_offset, p.kind, p.notices, p.identifiers,
              p.ocr_confidence, p.facts, r.effectivity
       FROM passages p JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id
       WHERE ${conditions.sql}`,
      conditions.parameters,
    );
  }
}
