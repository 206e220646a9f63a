import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { Reader } from '../../common/principal/principal.js';
import { DocumentService } from '../documents/document.service.js';
import type { Assignment } from './assignment.entity.js';
import type { CancelReason } from './dto/assignment-types.js';
import type { ListAssignmentsQuery } from './dto/assignment.request.js';

/** An assignment with its teams, successor and counts of people. */
export type AssignmentRow = Assignment & {
  team_ids: string[];
  successor_id: string | null;
  assigned: number;
  signed: number;
  pending: number;
  overdue: number;
};

/** A person whom the recipients of an assignment name, by id or as a member of a team. */
export interface Candidate {
  id: string;
  team_id: string | null;
  is_named: boolean;
}

/** The revision to read, and the names of its document. */
export type ActiveRevision = Pick<Assignment, 'document_title' | 'document_number' | 'version' | 'content_sha256'> & {
  revision_id: string;
};

const ASSIGNMENTS = 'assignments a LEFT JOIN documents d ON d.id = a.document_id';
/** Selects from the rows `a` of one page. */
const shown = (rows: string): string => `
  SELECT a.*, s.id AS successor_id, k.*,
    ARRAY(SELECT t.team_id FROM assignment_teams t WHERE t.assignment_id = a.id ORDER BY 1) AS team_ids
  FROM (${rows}) a LEFT JOIN assignments s ON s.predecessor_id = a.id,
  LATERAL (
    SELECT count(*) FILTER (WHERE k.status <> 'withdrawn')::int AS assigned,
      count(*) FILTER (WHERE k.status = 'signed')::int AS signed,
      count(*) FILTER (WHERE k.status = 'pending' AND a.status = 'open')::int AS pending,
      count(*) FILTER (WHERE k.status = 'pending' AND a.status = 'open' AND k.due_at < now())::int AS overdue
    FROM acknowledgements k WHERE k.assignment_id = a.id) k`;

/** Time for a reader who comes later: as long as the first readers had. */
export const PERIOD = `greatest(a.due_at - a.created_at, interval '1 day')`;

@Injectable()
export class AssignmentRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentService,
  ) {}

  /**
   * Defines who manages an assignment, as conditions on `assignments a` and its document `d`: admins, and managers who can see the document
   * and created the assignment, or whose team has the document.
   */
  managedBy(reader: Reader): SqlConditions {
    if (reader.role === 'admin')
      return new SqlConditions().add((p) => `a.organization_id = ${p(reader.organizationId)}`);
    const conditions = this.documents.visibleTo(reader);
    const team = conditions.parameter(reader.teamId);
    return conditions.add((p) => `(a.created_by = ${p(reader.userId)} OR d.team_id = ${team})`);
  }

  async list(
    reader: Reader,
    { status, document_id }: ListAssignmentsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<AssignmentRow>> {
    const matching = this.managedBy(reader);
    if (status !== undefined) matching.add((p) => `a.status = ${p(status)}`);
    if (document_id !== undefined) matching.add((p) => `a.document_id = ${p(document_id)}`);
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `a.id < ${p(afterId)}`);
    const rows = `SELECT a.* FROM ${ASSIGNMENTS} WHERE ${page.sql} ORDER BY a.id DESC LIMIT ${page.parameter(rowCount)}`;
    return this.db.list<AssignmentRow>(
      { sql: `${shown(rows)} ORDER BY a.id DESC`, parameters: page.parameters },
      { sql: `FROM ${ASSIGNMENTS} WHERE ${matching.sql}`, parameters: matching.parameters },
    );
  }

  async find(reader: Reader, id: string): Promise<AssignmentRow | null> {
    const { sql, parameters } = this.managedBy(reader).add((p) => `a.id = ${p(id)}`);
    const rows = await this.db.query<AssignmentRow>(shown(`SELECT a.* FROM ${ASSIGNMENTS} WHERE ${sql}`), parameters);
    return rows[0] ?? null;
  }

  /** Locks an assignment from the next statement to the end of the transaction. */
  async lock(id: string): Promise<void> {
    await this.db.defer(`SELECT FROM assignments WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  }

  /** Holds off activations, withdrawals and the deletion of the document until the transaction ends. */
  async holdDocument(documentId: string): Promise<void> {
    await this.db.defer(`SELECT FROM documents WHERE id = $1 FOR SHARE`, [documentId]);
  }

  async countOpen(documentId: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int FROM assignments WHERE document_id = $1 AND status = 'open'`,
      [documentId],
    );
    return row?.count ?? 0;
  }

  /** Active people, in the order of their ids, and no more than `limit`. */
  findCandidates(
    organizationId: string,
    userIds: readonly string[],
    teamIds: readonly string[],
    limit: number,
  ): Promise<Candidate[]> {
    return this.db.query(
      `SELECT u.id, u.team_id, u.id = ANY ($2) AS is_named FROM users u
       WHERE u.organization_id = $1 AND u.status = 'active' AND u.removed_at IS NULL AND u.role <> 'api_user'
         AND (u.id = ANY ($2) OR u.team_id = ANY ($3))
       ORDER BY u.id LIMIT $4`,
      [organizationId, userIds, teamIds, limit],
    );
  }

  async findTeamIds(organizationId: string, teamIds: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM teams WHERE organization_id = $1 AND id = ANY ($2) FOR KEY SHARE`,
      [organizationId, teamIds],
    );
    return rows.map(({ id }) => id);
  }

  async insert(assignment: Assignment, teamIds: readonly string[]): Promise<void> {
    const columns = Object.keys(assignment);
    await this.db.defer(
      `INSERT INTO assignments (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(assignment),
    );
    if (teamIds.length === 0) return;
    await this.db.defer(
      `INSERT INTO assignment_teams (assignment_id, team_id) SELECT $1, t.id FROM unnest($2::text[]) AS t(id)`,
      [assignment.id, teamIds],
    );
  }

  async setDue(id: string, dueAt: Date): Promise<void> {
    await this.db.defer(
      `UPDATE assignments SET due_at = $2, overdue_noticed_at = NULL, row_version = row_version + 1 WHERE id = $1`,
      [id, dueAt],
    );
  }

  async cancel(id: string): Promise<void> {
    await this.db.defer(
      `UPDATE assignments SET status = 'canceled', cancel_reason = 'manual', ended_at = now(), row_version = row_version + 1
       WHERE id = $1`,
      [id],
    );
  }

  /** Documents with open assignments of a revision that is not their active one. Null if some were of deleted documents. */
  async listOutdated(): Promise<(string | null)[]> {
    const rows = await this.db.query<{ document_id: string | null }>(
      `SELECT DISTINCT a.document_id FROM ${ASSIGNMENTS} LEFT JOIN document_revisions r ON r.id = d.current_revision_id
       WHERE a.status = 'open' AND (d.id IS NULL
         OR d.deleted_at IS NULL AND (a.revision_id IS DISTINCT FROM r.id OR r.status <> 'active'))`,
    );
    return rows.map(({ document_id }) => document_id);
  }

  async findActive(documentId: string): Promise<ActiveRevision | null> {
    const rows = await this.db.query<ActiveRevision>(
      `SELECT r.id AS revision_id, d.title AS document_title, d.document_number, r.version, r.content_sha256
       FROM documents d JOIN document_revisions r ON r.id = d.current_revision_id AND r.status = 'active'
       WHERE d.id = $1`,
      [documentId],
    );
    return rows[0] ?? null;
  }

  /** Cancels open assignments of a document, or of one of its revisions. A null document stands for deleted ones. */
  cancelAll(
    documentId: string | null,
    revisionId: string | null,
    reason: CancelReason,
  ): Promise<Pick<Assignment, 'id' | 'organization_id'>[]> {
    const ofDocument = documentId === null ? '$1::text IS NULL AND document_id IS NULL' : 'document_id = $1';
    return this.db.query(
      `UPDATE assignments SET status = 'canceled', cancel_reason = $3, ended_at = now(), row_version = row_version + 1
       WHERE ${ofDocument} AND status = 'open' AND ($2::text IS NULL OR revision_id = $2) RETURNING id, organization_id`,
      [documentId, revisionId, reason],
    );
  }

  /** Ends open assignments of other revisions of the document, which is locked: signatures are earlier than the end. */
  supersede(documentId: string, revisionId: string): Promise<Assignment[]> {
    return this.db.query(
      `UPDATE assignments SET status = 'superseded', ended_at = clock_timestamp(), row_version = row_version + 1
       WHERE id IN (SELECT id FROM assignments WHERE document_id = $1 AND status = 'open' AND revision_id IS DISTINCT FROM $2
                    ORDER BY id FOR NO KEY UPDATE)
       RETURNING *`,
      [documentId, revisionId],
    );
  }

  /** Reopens superseded assignments for the revision, with as much time as before. A job adds the people. @param ids new ones, in order */
  async succeed(predecessors: readonly Assignment[], ids: readonly string[], active: ActiveRevision): Promise<void> {
    const pairs = [predecessors.map(({ id }) => id), ids];
    await this.db.defer(
      `INSERT INTO assignments (id, organization_id, document_id, revision_id, document_title, document_number, version,
         content_sha256, scope, statement, due_at, status, predecessor_id, filled, created_by)
       SELECT x.id, a.organization_id, a.document_id, $3, $4, $5, $6, $7, a.scope, a.statement, now() + ${PERIOD}, 'open',
         a.id, false, a.created_by
       FROM unnest($1::text[], $2::text[]) AS x(old_id, id) JOIN assignments a ON a.id = x.old_id`,
      [
        ...pairs,
        ...[active.revision_id, active.document_title, active.document_number, active.version, active.content_sha256],
      ],
    );
    await this.db.defer(
      `INSERT INTO assignment_teams (assignment_id, team_id)
       SELECT x.id, t.team_id FROM unnest($1::text[], $2::text[]) AS x(old_id, id)
       JOIN assignment_teams t ON t.assignment_id = x.old_id`,
      pairs,
    );
  }
}
