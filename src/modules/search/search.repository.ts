import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import { openDiscrepanciesOn } from '../documents/discrepancies/open-discrepancy.repository.js';
import {
  changedPagesOf,
  changedPagesOfDocument,
  hasTemporaryRevisions,
  isMarked,
  temporaryRevisionsOn,
} from '../documents/temporary-revisions/temporary-revision-marks.js';
import type { RevisionStatus } from '../documents/dto/document-types.js';
import type { Duplicate, FoundMatch, FoundPassage, JudgedPassage, SearchFilters } from './search.types.js';

/** A page with its best passage; null after the first pages. */
export type FoundPage = Pick<FoundMatch, 'id' | 'revision_id' | 'page_number'> & { match: FoundMatch | null };

export function admittedStatuses({ include_superseded }: SearchFilters): RevisionStatus[] {
  return include_superseded ? ['active', 'superseded'] : ['active'];
}

/** Visibility, status and filters, as conditions on `documents d` and `document_revisions r`. Required for all content. */
function admitting(visible: SqlConditions, filters: SearchFilters): SqlConditions {
  const conditions = new SqlConditions(visible)
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
  return conditions;
}

const REVISIONS = `document_revisions r JOIN documents d ON d.id = r.document_id`;
const PASSAGES = `passages p JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id`;

@Injectable()
export class SearchRepository {
  constructor(private readonly db: Database) {}

  /** The given revisions that may be shown. `marked`: those of the given passages whose page a temporary revision marks. */
  async admitRevisions(
    visible: SqlConditions,
    filters: SearchFilters,
    revisionIds: readonly string[],
    passageIds: readonly string[],
  ): Promise<{ id: string; superseded: boolean; marked: string[] }[]> {
    const conditions = admitting(visible, filters).add((p) => `r.id = ANY(${p(revisionIds)})`);
    const hits = conditions.parameter(passageIds);
    return this.db.query(
      `SELECT r.id, r.status = 'superseded' AS superseded,
              CASE WHEN ${hasTemporaryRevisions('r')} THEN ARRAY(SELECT p.id FROM passages p
                WHERE p.id = ANY (${hits}::text[]) AND p.revision_id = r.id AND ${isMarked('p')}) ELSE '{}' END AS marked
       FROM ${REVISIONS} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
  }

  /** The given passages that may be shown, in no particular order. */
  async findPassages(
    visible: SqlConditions,
    filters: SearchFilters,
    passageIds: readonly string[],
  ): Promise<FoundPassage[]> {
    const conditions = admitting(visible, filters).add((p) => `p.id = ANY(${p(passageIds)})`);
    return this.db.query<FoundPassage>(
      `SELECT p.id, p.document_id, p.revision_id, d.title, r.version, r.revision_date::text, d.document_number, d.document_type, d.aircraft_type,
              d.ata_chapter, r.content_sha256, r.status = 'superseded' AS superseded, p.page_number, p.section, p.text,
              p.start_offset, p.end_offset, p.kind, p.notices, p.identifiers, p.ocr_confidence, p.facts, r.effectivity,
              ${openDiscrepanciesOn('p.revision_id', 'p.page_number')} AS discrepancies,
              ${temporaryRevisionsOn(visible, 'r.document_id', 'p.revision_id', 'p.page_number')} AS temporary_revisions,
              CASE WHEN r.status = 'superseded' THEN ${changedPagesOfDocument('r.document_id')} WHEN p.notices = '[]' THEN '[]' ELSE ${changedPagesOf('p.revision_id')} END AS changed_pages
       FROM ${PASSAGES} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
  }

  /** What tells whether the given passages apply to an aircraft. */
  findEffectivity(
    visible: SqlConditions,
    filters: SearchFilters,
    passageIds: readonly string[],
  ): Promise<JudgedPassage[]> {
    const conditions = admitting(visible, filters).add((p) => `p.id = ANY(${p(passageIds)})`);
    return this.db.query<JudgedPassage>(
      `SELECT p.id, p.revision_id, d.document_type, d.aircraft_type, r.effectivity, p.page_number, p.start_offset AS start,
              coalesce(p.facts -> 'effectivity', '[]') AS in_force
       FROM ${PASSAGES} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
  }

  /** Admitted pages by revision, best first, with their first given passage. Only the first `shown` pages of a revision have its text. */
  async findPages(
    visible: SqlConditions,
    filters: SearchFilters,
    passageIds: readonly string[],
    shown: number,
  ): Promise<FoundPage[]> {
    const conditions = admitting(visible, filters);
    const [ids, count] = [conditions.parameter(passageIds), conditions.parameter(shown)];
    const rows = await this.db.query<FoundMatch & { has_text: boolean }>(
      `SELECT page.id, page.revision_id, page.page_number, p.id IS NOT NULL AS has_text, p.section, p.text, p.notices,
              p.identifiers, p.ocr_confidence, p.facts ->> 'ata' AS ata, p.facts ->> 'task' AS task,
              p.start_offset, coalesce(p.facts -> 'effectivity', '[]') AS in_force,
              CASE WHEN p.id IS NOT NULL THEN ${openDiscrepanciesOn('page.revision_id', 'page.page_number')} END AS discrepancies,
              CASE WHEN p.id IS NOT NULL THEN
                ${temporaryRevisionsOn(visible, 'p.document_id', 'page.revision_id', 'page.page_number')} END AS temporary_revisions,
              CASE WHEN p.notices <> '[]' THEN ${changedPagesOf('page.revision_id')} ELSE '[]' END AS changed_pages
       FROM (
         SELECT best.*, row_number() OVER (PARTITION BY revision_id ORDER BY rank) AS place
         FROM (
           SELECT DISTINCT ON (p.revision_id, p.page_number) p.id, p.revision_id, p.page_number, hit.rank
           FROM unnest(${ids}::text[]) WITH ORDINALITY AS hit (id, rank) JOIN passages p ON p.id = hit.id
             JOIN document_revisions r ON r.id = p.revision_id JOIN documents d ON d.id = r.document_id
           WHERE ${conditions.sql} ORDER BY p.revision_id, p.page_number, hit.rank
         ) best
       ) page LEFT JOIN passages p ON p.id = page.id AND page.place <= ${count}::int
       ORDER BY page.revision_id, page.place`,
      conditions.parameters,
    );
    return rows.map(({ has_text, ...match }) => ({ ...match, match: has_text ? match : null }));
  }

  /** Locations of the given passages that may be shown, by id. */
  async findPlaces(
    visible: SqlConditions,
    filters: SearchFilters,
    passageIds: readonly string[],
  ): Promise<Map<string, Duplicate>> {
    const conditions = admitting(visible, filters).add((p) => `p.id = ANY(${p(passageIds)})`);
    const rows = await this.db.query<Duplicate & { id: string }>(
      `SELECT p.id, p.document_id, p.revision_id, d.title, d.document_type, d.aircraft_type, r.version, p.page_number,
              ${isMarked('p')} AS marked
       FROM ${PASSAGES} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return new Map(rows.map(({ id, ...place }) => [id, place]));
  }
}
