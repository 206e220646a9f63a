import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { Discrepancy, DiscrepancyPlace } from '../../documents/discrepancies/discrepancy.entity.js';
import { IS_OPEN } from '../../documents/discrepancies/open-discrepancy.repository.js';
import type { ListDiscrepanciesQuery } from './dto/discrepancy.request.js';
import type { DiscrepancyLocationResponse, DiscrepancyMailResponse } from './dto/discrepancy.response.js';
import type { ShownPicture } from './dto/discrepancy-picture.response.js';

export type { Discrepancy } from '../../documents/discrepancies/discrepancy.entity.js';

/** A report with its document, and what belongs to it. */
export type DiscrepancyRow = Discrepancy & {
  organization_name: string;
  document_title: string;
  document_number: string | null;
  document_team_id: string | null;
  /** Of the revision where it was raised. */
  version: string;
  overdue: boolean;
  location: DiscrepancyLocationResponse | null;
  pictures: ShownPicture[];
  mail: DiscrepancyMailResponse | null;
  /** The current revision, if it is active and was activated after the one where the report was raised. */
  newer_revision_id: string | null;
};

/** A report as responses show it. */
export type ShownDiscrepancy = Omit<DiscrepancyRow, 'organization_name' | 'newer_revision_id'>;

export interface StatisticsRow {
  /** Of the document. */
  id: string;
  document_title: string;
  document_number: string | null;
  total: number;
  open: number;
  overdue: number;
  closed: number;
  rejected: number;
  median_days: number | null;
}

const OWN_COLUMNS = [
  ...['id', 'organization_id', 'document_id', 'revision_id', 'page_number', 'quote', 'kind', 'severity', 'description'],
  ...[
    'status',
    'reported_by',
    'contact',
    'author_reference',
    'sent_at',
    'channel',
    'answer',
    'answered_at',
    'ended_at',
  ],
  ...['ended_by', 'closed_by_revision_id', 'rejection_reason', 'instruction'],
  ...['instruction_proposed_by', 'instruction_proposed_at', 'instruction_approved_by', 'instruction_approved_at'],
  ...['proposal', 'proposal_by', 'proposal_at', 'proposal_version'],
  ...['sought_revision_id', 'row_version', 'created_at', 'updated_at'],
];
/** Days end at midnight UTC. */
const OVERDUE = `(${IS_OPEN} AND x.due_on < (now() AT TIME ZONE 'UTC')::date)`;
const ISO_TIME = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const COLUMNS = `${OWN_COLUMNS.map((name) => `x.${name}`).join(', ')}, x.due_on::text AS due_on, ${OVERDUE} AS overdue,
  o.name AS organization_name, d.title AS document_title, d.document_number, d.team_id AS document_team_id, r.version,
  CASE WHEN c.id <> r.id AND c.status = 'active' AND coalesce(c.activated_at, c.created_at) > coalesce(r.activated_at, r.created_at)
       THEN c.id END AS newer_revision_id,
  (SELECT jsonb_build_object('revision_id', p.revision_id, 'page_number', p.page_number, 'start', p.start_offset, 'end', p.end_offset)
   FROM discrepancy_places p WHERE p.discrepancy_id = x.id AND p.revision_id = d.current_revision_id) AS location,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'media_type', f.media_type, 'size', f.size, 'file_name', f.file_name,
     'created_at', f.created_at) ORDER BY f.id), '[]')
   FROM discrepancy_pictures f WHERE f.discrepancy_id = x.id) AS pictures,
  (SELECT jsonb_build_object('to', m.recipient, 'state', m.state, 'created_at', ${ISO_TIME('m.created_at')})
   FROM discrepancy_mails m WHERE m.discrepancy_id = x.id ORDER BY m.id DESC LIMIT 1) AS mail`;
const REPORTS = `discrepancies x JOIN documents d ON d.id = x.document_id`;
const WITH_REVISIONS = `${REPORTS} JOIN document_revisions r ON r.id = x.revision_id JOIN organizations o ON o.id = x.organization_id
  LEFT JOIN document_revisions c ON c.id = d.current_revision_id`;

/** Reports and their statistics. `visible` are always conditions on `documents d`. */
@Injectable()
export class DiscrepancyRepository {
  constructor(private readonly db: Database) {}

  async find(visible: SqlConditions, id: string): Promise<DiscrepancyRow | null> {
    const conditions = new SqlConditions(visible).add((p) => `x.id = ${p(id)}`);
    const [row] = await this.db.lookup<DiscrepancyRow>(
      `SELECT ${COLUMNS} FROM ${WITH_REVISIONS} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row ?? null;
  }

  /** Newest first. */
  list(
    visible: SqlConditions,
    { document_id, status, open, overdue, kind, severity }: ListDiscrepanciesQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<DiscrepancyRow>> {
    const matching = new SqlConditions(visible).add(() => 'x.organization_id = d.organization_id');
    if (document_id !== undefined) matching.add((p) => `x.document_id = ${p(document_id)}`);
    if (status !== undefined) matching.add((p) => `x.status = ${p(status)}`);
    if (open !== undefined) matching.add(() => (open ? IS_OPEN : `NOT (${IS_OPEN})`));
    if (overdue !== undefined) matching.add(() => (overdue ? OVERDUE : `NOT ${OVERDUE}`));
    if (kind !== undefined) matching.add((p) => `x.kind = ${p(kind)}`);
    if (severity !== undefined) matching.add((p) => `x.severity = ${p(severity)}`);
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `x.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<DiscrepancyRow>(
      {
        sql: `SELECT ${COLUMNS} FROM ${WITH_REVISIONS} WHERE ${page.sql} ORDER BY x.id DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM ${REPORTS} WHERE ${matching.sql}`, parameters: matching.parameters },
    );
  }

  /** One row for each document with reports, the newest document first. */
  statistics(visible: SqlConditions, afterId: string | null, rowCount: number): Promise<KeysetRows<StatisticsRow>> {
    const reported = `EXISTS (SELECT FROM discrepancies x WHERE x.document_id = d.id AND x.status <> 'withdrawn')`;
    const matching = new SqlConditions(visible).add(() => reported);
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `d.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<StatisticsRow>(
      {
        sql: `SELECT d.id, d.title AS document_title, d.document_number, s.*
              FROM (SELECT d.* FROM documents d WHERE ${page.sql} ORDER BY d.id DESC LIMIT ${limit}) d CROSS JOIN LATERAL (
                SELECT count(*)::int AS total, count(*) FILTER (WHERE ${IS_OPEN})::int AS open,
                  count(*) FILTER (WHERE ${OVERDUE})::int AS overdue, count(*) FILTER (WHERE x.status = 'closed')::int AS closed,
                  count(*) FILTER (WHERE x.status = 'rejected')::int AS rejected,
                  percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM x.ended_at - x.created_at)::float8 / 86400)
                    FILTER (WHERE x.status = 'closed') AS median_days
                FROM discrepancies x WHERE x.document_id = d.id AND x.status <> 'withdrawn') s
              ORDER BY d.id DESC`,
        parameters: page.parameters,
      },
      { sql: `FROM documents d WHERE ${matching.sql}`, parameters: matching.parameters },
    );
  }

  /** Open reports on the document, up to `limit`. */
  async countOpen(documentId: string, limit: number): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (SELECT FROM discrepancies x WHERE x.document_id = $1 AND ${IS_OPEN} LIMIT $2) o`,
      [documentId, limit],
    );
    return row?.count ?? 0;
  }

  /** With its place in the revision where it is raised. */
  async insert(
    report: Discrepancy,
    { start_offset, end_offset }: Omit<DiscrepancyPlace, 'discrepancy_id'>,
  ): Promise<void> {
    const columns = [...OWN_COLUMNS, 'due_on'] as (keyof Discrepancy)[];
    const values = columns.map((_, index) => `$${index + 1}`);
    await this.db.defer(
      `INSERT INTO discrepancies (${columns.join(', ')}) VALUES (${values.join(', ')})`,
      columns.map((column) => report[column]),
    );
    await this.db.defer(
      `INSERT INTO discrepancy_places (discrepancy_id, revision_id, page_number, start_offset, end_offset)
       VALUES ($1, $2, $3, $4, $5)`,
      [report.id, report.revision_id, report.page_number, start_offset, end_offset],
    );
  }

  /** Takes open reports of one organization whose due date passed since they were last taken. Those that another process takes are skipped. */
  takeOverdue(limit: number): Promise<Discrepancy[]> {
    const columns = [...OWN_COLUMNS.map((name) => `x.${name}`), 'x.due_on::text AS due_on'];
    const due = `${OVERDUE} AND x.overdue_noted_for IS DISTINCT FROM x.due_on AND d.deleted_at IS NULL`;
    return this.db.query(
      `UPDATE discrepancies x SET overdue_noted_for = due_on
       WHERE x.id = ANY (ARRAY(SELECT x.id FROM ${REPORTS}
         WHERE ${due} AND x.organization_id = (SELECT x.organization_id FROM ${REPORTS} WHERE ${due} ORDER BY x.id LIMIT 1)
         ORDER BY x.id LIMIT $1 FOR UPDATE OF x SKIP LOCKED))
       RETURNING ${columns.join(', ')}`,
      [limit],
    );
  }

  /** Keeps the current revision of the document until the transaction ends; a shared lock. To avoid deadlocks, call it before {@link lock}. */
  async holdDocument(visible: SqlConditions, documentId: string): Promise<void> {
    const { sql, parameters } = new SqlConditions(visible).add((p) => `d.id = ${p(documentId)}`);
    await this.db.defer(`SELECT FROM documents d WHERE ${sql} FOR SHARE`, parameters);
  }

  /** {@link holdDocument} of a report. */
  async holdDocumentOf(visible: SqlConditions, id: string): Promise<void> {
    const { sql, parameters } = new SqlConditions(visible).add(
      (p) => `d.id = (SELECT x.document_id FROM discrepancies x WHERE x.id = ${p(id)})`,
    );
    await this.db.defer(`SELECT FROM documents d WHERE ${sql} FOR SHARE`, parameters);
  }

  /** Serializes changes of a report, from the next statement to the end of the transaction. */
  async lock(visible: SqlConditions, id: string): Promise<void> {
    const { sql, parameters } = new SqlConditions(visible).add((p) => `x.id = ${p(id)}`);
    await this.db.defer(`SELECT FROM ${REPORTS} WHERE ${sql} FOR NO KEY UPDATE OF x`, parameters);
  }

  /** Requires the lock. @returns the report as it is then */
  async update(row: DiscrepancyRow, changes: Partial<Discrepancy>): Promise<DiscrepancyRow> {
    const changed = { ...changes, updated_at: new Date() };
    const columns = Object.entries(changed);
    const assignments = columns.map(([column], index) => `${column} = $${index + 2}`);
    await this.db.defer(
      `UPDATE discrepancies SET ${[...assignments, 'row_version = row_version + 1'].join(', ')} WHERE id = $1`,
      [row.id, ...columns.map(([, value]) => value)],
    );
    return { ...row, ...changed, row_version: row.row_version + 1 };
  }
}
