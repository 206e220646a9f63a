import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { Document } from '../../documents/document.entity.js';
import type { Mention, SearchTerm, TermKind } from './search-terms.js';

/** Maximum per revision. */
const MAX_HEADINGS = 20_000;
const MAX_IDENTIFIERS = 50_000;
/** Rows of one INSERT. */
const BATCH = 5_000;
/** Different keys examined for each kind; longer prefixes seldom have more. */
const MAX_KEYS = 100;
const WORDY: TermKind[] = ['title', 'heading', 'document_number'];
const NUMBERED: TermKind[] = ['part_number', 'document_number'];
/** Sorts after every key with the prefix. */
const LAST = '\u{10FFFF}';

export type TermOwner = Pick<Document, 'organization_id' | 'title' | 'document_number' | 'document_type'> & {
  document_id: string;
  revision_id: string;
};

export interface Suggestion {
  text: string;
  kind: Exclude<TermKind, 'task_number'>;
  document_id: string;
  page_number: number | null;
}

const OWNER = `SELECT d.organization_id, d.id AS document_id, d.title, d.document_number, d.document_type, r.id AS revision_id
  FROM document_revisions r JOIN documents d ON d.id = r.document_id`;

@Injectable()
export class SearchTermRepository {
  constructor(private readonly db: Database) {}

  async findOwner(revisionId: string): Promise<TermOwner | null> {
    const [owner] = await this.db.query<TermOwner>(`${OWNER} WHERE r.id = $1`, [revisionId]);
    return owner ?? null;
  }

  /** Revisions that were read. */
  listOwners(documentId: string): Promise<TermOwner[]> {
    return this.db.query<TermOwner>(`${OWNER} WHERE d.id = $1 AND r.ingestion_state = 'ready'`, [documentId]);
  }

  /** Revisions that were read but have no terms, by id. */
  async listMissing(afterId: string, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT r.id FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE r.ingestion_state = 'ready' AND d.deleted_at IS NULL
         AND r.id > $1 AND NOT EXISTS (SELECT FROM search_terms t WHERE t.revision_id = r.id) ORDER BY r.id LIMIT $2`,
      [afterId, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Holds off changes of the revision's document until the transaction ends. */
  async lockDocumentOf(revisionId: string): Promise<void> {
    await this.db.query(
      `SELECT 1 FROM documents WHERE id = (SELECT document_id FROM document_revisions WHERE id = $1) FOR NO KEY UPDATE`,
      [revisionId],
    );
  }

  listHeadings(revisionId: string): Promise<Mention[]> {
    return this.mentions('section', revisionId, MAX_HEADINGS);
  }

  listIdentifiers(revisionId: string): Promise<Mention[]> {
    return this.mentions('identifiers', revisionId, MAX_IDENTIFIERS);
  }

  /** Removes the terms of a revision, optionally of some kinds only. */
  async remove(revisionId: string, kinds?: readonly TermKind[]): Promise<void> {
    await this.db.query(`DELETE FROM search_terms WHERE revision_id = $1 AND ($2::text[] IS NULL OR kind = ANY($2))`, [
      revisionId,
      kinds ?? null,
    ]);
  }

  async insert(owner: TermOwner, terms: readonly SearchTerm[], inBulletin: boolean): Promise<void> {
    for (let start = 0; start < terms.length; start += BATCH) {
      const rows = terms.slice(start, start + BATCH);
      const column = (name: keyof SearchTerm): unknown[] => rows.map((row) => row[name]);
      await this.db.query(
        `INSERT INTO search_terms (organization_id, document_id, revision_id, in_bulletin, kind, key, text, word, page_number, uses)
         SELECT $1, $2, $3, $4, * FROM unnest($5::text[], $6::text[], $7::text[], $8::smallint[], $9::int[], $10::int[])`,
        [
          ...[owner.organization_id, owner.document_id, owner.revision_id, inBulletin],
          ...(['kind', 'key', 'text', 'word', 'page_number', 'uses'] as const).map(column),
        ],
      );
    }
  }

  async setInBulletin(documentId: string, inBulletin: boolean): Promise<void> {
    await this.db.query(`UPDATE search_terms SET in_bulletin = $2 WHERE document_id = $1 AND in_bulletin <> $2`, [
      documentId,
      inBulletin,
    ]);
  }

  /**
   * Texts of visible current revisions by key prefix: own starts first, then by kind (numbers first after a digit), then shortest and most
   * used. Walks from one distinct key to the next, so that a heading in a thousand manuals costs as much as in one. The walk skips hidden
   * texts.
   * @param visible conditions on `documents d`
   */
  async suggest(
    organizationId: string,
    visible: SqlConditions,
    typed: { words: string; identifier: string },
    limit: number,
  ): Promise<Suggestion[]> {
    const beginnings = [
      ...(typed.words === '' ? [] : WORDY.map((kind) => ({ kind, key: typed.words }))),
      ...(typed.identifier === '' ? [] : NUMBERED.map((kind) => ({ kind, key: typed.identifier }))),
    ];
    const conditions = new SqlConditions(visible);
    const p = (value: unknown): string => conditions.parameter(value);
    const organization = p(organizationId);
    const order = p(/\d/.test(typed.words) ? [...NUMBERED, ...WORDY] : [...WORDY, ...NUMBERED]);
    // OFFSET 0 keeps the planner from joining whole tables for one row.
    const next = (after: string): string =>
      `(SELECT t.key, t.text, t.word, t.uses, t.document_id, t.page_number
        FROM search_terms t CROSS JOIN LATERAL (
          SELECT FROM document_revisions r JOIN documents d ON d.id = r.document_id
          WHERE r.id = t.revision_id AND r.status = 'active' AND r.ingestion_state = 'ready' AND ${conditions.sql} OFFSET 0) seen
        WHERE t.organization_id = ${organization} AND t.kind = b.kind AND t.key ${after} AND t.key < b.until
        ORDER BY t.key, t.revision_id, t.text LIMIT 1)`;
    return this.db.query<Suggestion>(
      `WITH RECURSIVE step AS (
         SELECT b.kind, b.until, 1 AS place, f.* FROM unnest(${p(beginnings.map(({ kind }) => kind))}::text[],
           ${p(beginnings.map(({ key }) => key))}::text[], ${p(beginnings.map(({ key }) => key + LAST))}::text[]) AS b (kind, start, until)
           CROSS JOIN LATERAL ${next('>= b.start')} f
         UNION ALL
         SELECT b.kind, b.until, b.place + 1, f.* FROM step b CROSS JOIN LATERAL ${next('> b.key')} f
         WHERE b.place < ${MAX_KEYS}
       )
       SELECT (array_agg(text ORDER BY uses DESC, text))[1] AS text, kind,
              (array_agg(document_id ORDER BY uses DESC, document_id))[1] AS document_id,
              (array_agg(page_number ORDER BY uses DESC, document_id))[1] AS page_number
       FROM step GROUP BY kind, lower(text)
       ORDER BY min(word) > 0, array_position(${order}::text[], kind),
         length(lower(text)), sum(uses) DESC, lower(text) LIMIT ${p(limit)}`,
      conditions.parameters,
    );
  }

  private mentions(column: 'section' | 'identifiers', revisionId: string, limit: number): Promise<Mention[]> {
    return this.db.query<Mention>(
      `SELECT mention AS text, min(p.page_number) AS page_number, count(*)::int AS uses
       FROM passages p, unnest(p.${column}) AS mention WHERE p.revision_id = $1 AND mention <> ''
       GROUP BY mention ORDER BY 2, 1 LIMIT ${limit}`,
      [revisionId],
    );
  }
}
