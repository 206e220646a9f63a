import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { Reader } from '../../../common/principal/principal.js';
import { seesEverything } from '../document.policy.js';
import type { ListPublicationsQuery } from './dto/publication.request.js';
import { Publication, PublicationIssue, type StoredMember } from './publication.entity.js';

export type IssueRow = Omit<PublicationIssue, 'members'>;

/** A publication with its current issue, or the one asked for. */
export type PublicationRow = Publication & { issue: IssueRow };

const PUBLICATIONS = 'publications pm JOIN publication_issues i ON i.publication_id = pm.id';
const ISSUE_COLUMNS = `i.id, i.publication_id, i.issue, i.in_work, i.issue_date::text, i.title, i.is_current, i.member_count,
  i.content_sha256, i.file_name, i.created_by, i.created_at`;
const COLUMNS = `pm.*, jsonb_build_object('id', i.id, 'issue', i.issue, 'in_work', i.in_work, 'issue_date', i.issue_date,
  'title', i.title, 'is_current', i.is_current, 'member_count', i.member_count, 'content_sha256', i.content_sha256,
  'created_by', i.created_by) AS issue, i.created_at AS issue_created_at`;

/** Which publications a reader can see, as a condition on `publications pm`. Every read of publications must use it. @param p placeholder of a value */
function visibleTo(reader: Reader, p: (value: unknown) => string): string {
  const own = `pm.organization_id = ${p(reader.organizationId)}`;
  return seesEverything(reader) ? own : `${own} AND (pm.access = 'organization' OR pm.team_id = ${p(reader.teamId)})`;
}

/** SQL condition on `documents d`: the current issue of the publication refers to the document. False for a publication that the reader cannot see. */
export function isInPublication(reader: Reader, publicationId: string, p: (value: unknown) => string): string {
  return `lower(d.document_number) COLLATE "C" IN (
    SELECT lower(m.member ->> 'number') COLLATE "C" FROM ${PUBLICATIONS} AND i.is_current
    CROSS JOIN LATERAL jsonb_array_elements(i.members) AS m(member)
    WHERE ${visibleTo(reader, p)} AND pm.id = ${p(publicationId)} AND m.member ->> 'kind' = 'data_module')`;
}

@Injectable()
export class PublicationRepository {
  constructor(private readonly db: Database) {}

  async list(
    reader: Reader,
    { q, updated_since }: ListPublicationsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<PublicationRow>> {
    const matching = new SqlConditions().add((p) => visibleTo(reader, p)).add(() => 'i.is_current');
    if (q !== undefined) {
      matching.add((p) => {
        const start = `lower(${p(q)}::text)`;
        return `(starts_with(lower(pm.number), ${start}) OR starts_with(lower(i.title), ${start}))`;
      });
    }
    if (updated_since !== undefined) matching.add((p) => `pm.updated_at >= ${p(updated_since)}`);
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `pm.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    const { rows, ...count } = await this.db.list<FlatRow>(
      {
        sql: `SELECT ${COLUMNS} FROM ${PUBLICATIONS} WHERE ${page.sql} ORDER BY pm.id DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM ${PUBLICATIONS} WHERE ${matching.sql}`, parameters: matching.parameters },
    );
    return { rows: rows.map(nested), ...count };
  }

  /** With the issue, or the current one. */
  async find(reader: Reader, id: string, issueId: string | null = null): Promise<PublicationRow | null> {
    const conditions = new SqlConditions()
      .add((p) => visibleTo(reader, p))
      .add((p) => `pm.id = ${p(id)}`)
      .add((p) => (issueId === null ? 'i.is_current' : `i.id = ${p(issueId)}`));
    const rows = await this.db.query<FlatRow>(
      `SELECT ${COLUMNS} FROM ${PUBLICATIONS} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows[0] ? nested(rows[0]) : null;
  }

  /** Each with the id of the publication to show for it: the newest that the caller can see. */
  findByNumbers(reader: Reader, numbers: readonly string[]): Promise<{ number: string; id: string }[]> {
    const conditions = new SqlConditions().add((p) => visibleTo(reader, p));
    const wanted = conditions.parameter(numbers);
    return this.db.query(
      `SELECT n.number, max(pm.id) AS id FROM unnest(${wanted}::text[]) AS n(number)
       JOIN publications pm ON lower(pm.number) COLLATE "C" = lower(n.number) COLLATE "C"
       WHERE ${conditions.sql} GROUP BY 1`,
      conditions.parameters,
    );
  }

  /** Publications with this number that the caller can see, oldest first. */
  async findByNumber(reader: Reader, number: string): Promise<PublicationRow[]> {
    const conditions = new SqlConditions()
      .add((p) => visibleTo(reader, p))
      .add((p) => `lower(pm.number) COLLATE "C" = lower(${p(number)}) COLLATE "C"`)
      .add(() => 'i.is_current');
    const rows = await this.db.query<FlatRow>(
      `SELECT ${COLUMNS} FROM ${PUBLICATIONS} WHERE ${conditions.sql} ORDER BY pm.id LIMIT 100`,
      conditions.parameters,
    );
    return rows.map(nested);
  }

  /** Issues of a publication, in the order of their filing, newest first. */
  listIssues(publicationId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<IssueRow>> {
    const matching = 'publication_issues i WHERE i.publication_id = $1';
    return this.db.list<IssueRow>(
      {
        sql: `SELECT ${ISSUE_COLUMNS} FROM ${matching} AND ($2::text IS NULL OR i.id < $2) ORDER BY i.id DESC LIMIT $3`,
        parameters: [publicationId, afterId, rowCount],
      },
      { sql: `FROM ${matching}`, parameters: [publicationId] },
    );
  }

  async findIssue(publicationId: string, issue: string, inWork: string): Promise<IssueRow | null> {
    const rows = await this.db.query<IssueRow>(
      `SELECT ${ISSUE_COLUMNS} FROM publication_issues i WHERE i.publication_id = $1 AND i.issue = $2 AND i.in_work = $3`,
      [publicationId, issue, inWork],
    );
    return rows[0] ?? null;
  }

  async members(issueId: string): Promise<StoredMember[]> {
    const rows = await this.db.query<Pick<PublicationIssue, 'members'>>(
      `SELECT members FROM publication_issues WHERE id = $1`,
      [issueId],
    );
    return rows[0]?.members ?? [];
  }

  async insert(publication: Publication): Promise<void> {
    await this.db.repository(Publication).insert(publication);
  }

  async insertIssue(issue: PublicationIssue): Promise<void> {
    if (issue.is_current) {
      const change = `UPDATE publication_issues SET is_current = false WHERE publication_id = $1 AND is_current`;
      await this.db.query(change, [issue.publication_id]);
    }
    await this.db.repository(PublicationIssue).insert(issue);
    await this.db.query(`UPDATE publications SET updated_at = clock_timestamp() WHERE id = $1`, [issue.publication_id]);
  }

  /** Also releases the files of its issues, which the sweep removes. */
  async delete(id: string): Promise<void> {
    await this.db.query(
      `WITH gone AS (DELETE FROM publication_issues WHERE publication_id = $1 RETURNING content_sha256)
       UPDATE blobs b SET released_at = clock_timestamp() FROM gone WHERE b.sha256 = gone.content_sha256`,
      [id],
    );
    await this.db.query(`DELETE FROM publications WHERE id = $1`, [id]);
  }
}

type FlatRow = Publication & { issue: Omit<IssueRow, 'created_at'>; issue_created_at: Date };

function nested({ issue_created_at: created_at, issue, ...publication }: FlatRow): PublicationRow {
  return { ...publication, issue: { ...issue, created_at } };
}
