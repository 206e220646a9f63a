import { Injectable } from '@nestjs/common';
import { fitsAircraft, isAnyAircraft } from '@amks/language/aircraft/designators.js';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import { CHANGE_REASONS, type ChangeNotice } from '../search.types.js';
import type { ChangeSubject } from './change-subject.js';

/** Newest bulletins examined for one name or subject. */
const CANDIDATES = 20;
/** Bulletins returned for one hit. */
const SHOWN = 5;

export const BULLETIN_TYPES = ['SB', 'AD', 'EO', 'SL'];

// Constants keep PostgreSQL's plan generic; planning takes seven times as long as running. An open column list prevents preparation.
const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');
const BULLETIN = list(BULLETIN_TYPES);
/** These are binding or supersede others. Other types count only if they name what they change. */
const ON_SAME_SUBJECT = list(['SB', 'AD']);

const SHAPE = `d.id, d.aircraft_type, d.document_type, d.title, d.document_number, r.version, r.revision_date`;
/** Joined by the current revision: a bulletin has at most one active revision. */
const BULLETINS = `documents d JOIN document_revisions r ON r.id = d.current_revision_id AND r.status = 'active' AND r.ingestion_state = 'ready'`;

@Injectable()
export class ChangeRepository {
  constructor(private readonly db: Database) {}

  /**
   * Newer bulletins that name a subject, or have its aircraft and ATA section; surest reason first, then newest. Without a date, a bulletin
   * must name it. One index lookup for each name and section, independent of the size of the library.
   * @param visible conditions on `documents d`
   */
  async find(
    organizationId: string,
    visible: SqlConditions,
    subjects: readonly ChangeSubject[],
  ): Promise<Map<string, ChangeNotice[]>> {
    const conditions = new SqlConditions(visible);
    const p = (value: unknown): string => conditions.parameter(value);
    const column = (pick: (subject: ChangeSubject) => unknown): string => p(subjects.map(pick));
    const names = subjects.flatMap(({ names: own }, n) => own.map((name) => ({ n: n + 1, ...name })));
    const sections = subjects.flatMap(({ sections: own }, n) => own.map((section) => ({ n: n + 1, section })));
    const organization = p(organizationId);
    const subject = `subject AS (
      SELECT document_id, revision_date, n FROM unnest(${column(({ document_id: id }) => id)}::text[],
        ${column(({ revision_date: date }) => date)}::date[]) WITH ORDINALITY AS s (document_id, revision_date, n))`;
    const named = `
      SELECT s.n, w.reason, b.* FROM unnest(${p(names.map(({ n }) => n))}::int[], ${p(names.map(({ key }) => key))}::text[],
          ${p(names.map(({ reason }) => CHANGE_REASONS.indexOf(reason)))}::int[]) AS w (n, key, reason)
        JOIN subject s ON s.n = w.n CROSS JOIN LATERAL (
          SELECT ${SHAPE} FROM search_terms t JOIN ${BULLETINS} ON d.id = t.document_id AND t.revision_id = r.id
          WHERE t.organization_id = ${organization} AND t.in_bulletin AND t.kind IN ('part_number', 'task_number')
            AND t.key = w.key AND ${conditions.sql}
            AND d.id <> s.document_id AND coalesce(r.revision_date > s.revision_date, true)
            AND d.document_type IN (${BULLETIN})
            AND strpos(regexp_replace(lower(coalesce(d.document_number, '')), '[^a-z0-9]', '', 'g'), w.key) = 0
          ORDER BY r.revision_date DESC NULLS LAST, d.id LIMIT ${CANDIDATES}) b`;
    const about = `
      SELECT s.n, ${CHANGE_REASONS.indexOf('same_subject')}, b.*
      FROM unnest(${p(sections.map(({ n }) => n))}::int[], ${p(sections.map(({ section }) => section))}::text[]) AS w (n, section)
        JOIN subject s ON s.n = w.n CROSS JOIN LATERAL (
          SELECT id, aircraft_type, document_type, title, document_number, version, revision_date FROM (
            SELECT ${SHAPE}, row_number() OVER (PARTITION BY d.aircraft_type ORDER BY r.revision_date DESC, d.id) AS place
            FROM ${BULLETINS}
            WHERE ${conditions.sql} AND d.document_type IN (${ON_SAME_SUBJECT})
              AND d.ata_chapter COLLATE "C" >= w.section AND d.ata_chapter COLLATE "C" < w.section || '.'
              AND d.id <> s.document_id AND r.revision_date > s.revision_date) newest
          WHERE place <= ${SHOWN}) b`;
    const rows = await this.db.query<
      Omit<ChangeNotice, 'reason'> & { n: number; reason: number; aircraft_type: string }
    >(
      `WITH ${subject}, change AS (
         SELECT DISTINCT ON (n, id) * FROM (${named} UNION ALL ${about})
           AS every (n, reason, id, aircraft_type, document_type, title, document_number, version, revision_date)
         ORDER BY n, id, reason)
       SELECT n::int, reason, id AS document_id, aircraft_type, document_type, title, document_number, version, revision_date::text
       FROM change ORDER BY n, reason, revision_date DESC NULLS LAST, id`,
      conditions.parameters,
    );
    const found = new Map<string, ChangeNotice[]>();
    for (const { n, reason: place, aircraft_type: type, ...notice } of rows) {
      const { key, aircraft_type: asked } = subjects[n - 1]!;
      const reason = CHANGE_REASONS[place]!;
      if (reason === 'same_subject' && !isOfSameAircraft(type, asked)) continue;
      const known = found.get(key) ?? [];
      if (known.length < SHOWN) found.set(key, [...known, { ...notice, reason }]);
    }
    return found;
  }
}

/** A bulletin for one aircraft type does not change a text for all types. */
function isOfSameAircraft(bulletin: string, subject: string): boolean {
  return isAnyAircraft(bulletin) || (!isAnyAircraft(subject) && fitsAircraft(bulletin, subject));
}
