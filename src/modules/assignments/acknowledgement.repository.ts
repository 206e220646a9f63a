import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { Reader } from '../../common/principal/principal.js';
import { DocumentService } from '../documents/document.service.js';
import type { RevisionStatus } from '../documents/dto/document-types.js';
import type { Acknowledgement } from './acknowledgement.entity.js';
import type { Assignment } from './assignment.entity.js';
import { AssignmentRepository, PERIOD } from './assignment.repository.js';
import type { ListAcknowledgementsQuery } from './dto/acknowledgement.request.js';
import type { AcknowledgementStatus, AssignmentStatus } from './dto/assignment-types.js';

type About = 'document_id' | 'revision_id' | 'document_title' | 'document_number' | 'version' | 'content_sha256';

/** An acknowledgement with what it is about. `can_read`: the caller can see the document. */
export type AcknowledgementRow = Pick<
  Acknowledgement,
  'id' | 'organization_id' | 'assignment_id' | 'from_revision_id' | 'due_at' | 'signed_at' | 'created_at'
> &
  Pick<Assignment, About | 'scope' | 'statement'> & {
    user_id: string;
    user_name: string | null;
    status: AcknowledgementStatus;
    overdue: boolean;
    can_read: boolean;
  };

export type SingleAcknowledgement = AcknowledgementRow & Pick<Acknowledgement, 'evidence'>;

/** What a signature needs, of a document that the signer can see. */
export type SignableRow = Pick<Acknowledgement, 'id' | 'organization_id' | 'assignment_id' | 'status' | 'due_at'> &
  Pick<Assignment, 'document_title' | 'document_number' | 'version' | 'content_sha256' | 'scope' | 'statement'> & {
    document_id: string;
    revision_id: string;
    organization_name: string;
    changes_from: { id: string; version: string; content_sha256: string } | null;
    user_id: string;
    user_name: string;
    creator_id: string | null;
    creator_name: string | null;
    assignment_status: AssignmentStatus;
    revision_status: RevisionStatus;
    current_revision_id: string | null;
    now: Date;
  };

const ACKNOWLEDGEMENTS = `acknowledgements k JOIN assignments a ON a.id = k.assignment_id
  LEFT JOIN documents d ON d.id = a.document_id`;
const SHOWN = `${ACKNOWLEDGEMENTS} LEFT JOIN users u ON u.id = k.user_id AND u.removed_at IS NULL`;
const LATE = `k.status = 'pending' AND a.status = 'open' AND k.due_at < now()`;
/** A pending acknowledgement ends with its assignment. */
const WITH_STATUS: Readonly<Record<AcknowledgementStatus, string>> = {
  pending: `k.status = 'pending' AND a.status = 'open'`,
  signed: `k.status = 'signed'`,
  superseded: `k.status = 'pending' AND a.status = 'superseded'`,
  withdrawn: `(k.status = 'withdrawn' OR k.status = 'pending' AND a.status = 'canceled')`,
};
const STATUS = `CASE ${Object.entries(WITH_STATUS)
  .map(([status, condition]) => `WHEN ${condition} THEN '${status}'`)
  .join(' ')} END`;
const columns = (canRead: string): string => `
  k.id, k.organization_id, k.assignment_id, k.from_revision_id, k.due_at, k.signed_at, k.created_at, k.user_id,
  u.name AS user_name, ${STATUS} AS status, ${LATE} AS overdue, coalesce(${canRead}, false) AS can_read, a.document_id,
  a.revision_id, a.document_title, a.document_number, a.version, a.content_sha256, a.scope, a.statement`;
/** Three days before the due date, or after three quarters of the time. */
export const reminderBefore = (due: string): string => `${due} - least(interval '3 days', (${due} - now()) / 4)`;

@Injectable()
export class AcknowledgementRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentService,
    private readonly assignments: AssignmentRepository,
  ) {}

  /** Those of the reader, newest first. */
  listOwn(
    reader: Reader,
    query: ListAcknowledgementsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<AcknowledgementRow>> {
    const visible = this.documents.visibleTo(reader);
    return this.list(visible.sql, ownOf(reader, visible), query, afterId, rowCount);
  }

  /** Those of an assignment, newest first. The caller must check access, and who can read. */
  listOf(
    assignmentId: string,
    query: ListAcknowledgementsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<AcknowledgementRow>> {
    const matching = new SqlConditions().add((p) => `k.assignment_id = ${p(assignmentId)}`);
    return this.list('false', matching, query, afterId, rowCount);
  }

  /** One of the reader, or of an assignment that they manage. */
  async find(reader: Reader, id: string): Promise<SingleAcknowledgement | null> {
    const visible = this.documents.visibleTo(reader);
    const conditions = ownOf(reader, visible);
    if (reader.permissions.has('assignment.manage')) {
      const managed = this.assignments.managedBy(reader);
      const own = conditions.sql;
      const either = startingWith(conditions);
      const shift = either.parameters.length;
      either.parameters.push(...managed.parameters);
      either.add(() => `(${own} OR ${shifted(managed.sql, shift)})`);
      return this.findOne(visible, either, id);
    }
    return this.findOne(visible, conditions, id);
  }

  /** Adds pending ones for users who have none. One statement for all. @returns how many */
  async insert(
    assignmentId: string,
    people: readonly { id: string; user_id: string; from_revision_id: string | null }[],
  ): Promise<number> {
    const rows = await this.db.query(
      `INSERT INTO acknowledgements (id, organization_id, assignment_id, user_id, status, from_revision_id, due_at, remind_at,
         escalate_at)
       SELECT x.id, a.organization_id, a.id, x.user_id, 'pending', x.from_revision_id, a.due_at, ${reminderBefore('a.due_at')},
         a.due_at
       FROM unnest($2::text[], $3::text[], $4::text[]) AS x(id, user_id, from_revision_id)
       JOIN assignments a ON a.id = $1
       ON CONFLICT DO NOTHING RETURNING 1`,
      [
        assignmentId,
        people.map(({ id }) => id),
        people.map(({ user_id }) => user_id),
        people.map(({ from_revision_id }) => from_revision_id),
      ],
    );
    return rows.length;
  }

  /**
   * Open assignments of the team that the user does not have yet. They stay open until the transaction ends. Successors of those that an
   * activation ends meanwhile are among them: the second statement sees what the lock has waited for.
   */
  async takeMissing(userId: string, teamId: string, limit: number): Promise<string[]> {
    await this.db.defer(
      `SELECT FROM assignments a JOIN assignment_teams t ON t.assignment_id = a.id
       WHERE t.team_id = $1 AND a.status = 'open' ORDER BY a.id FOR SHARE OF a`,
      [teamId],
    );
    const rows = await this.db.query<{ id: string }>(
      `SELECT a.id FROM assignment_teams t JOIN assignments a ON a.id = t.assignment_id
       WHERE t.team_id = $2 AND a.status = 'open'
         AND NOT EXISTS (SELECT FROM acknowledgements k WHERE k.assignment_id = a.id AND k.user_id = $1)
       ORDER BY a.id LIMIT $3`,
      [userId, teamId, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** For a user who joined a team later. They have as much time as the first readers had. @param ids one for each assignment */
  async insertLate(userId: string, assignmentIds: readonly string[], ids: readonly string[]): Promise<void> {
    await this.db.query(
      `INSERT INTO acknowledgements (id, organization_id, assignment_id, user_id, status, from_revision_id, due_at, remind_at,
         escalate_at)
       SELECT l.id, l.organization_id, l.assignment_id, $1, 'pending', l.from_revision_id, l.due_at,
         ${reminderBefore('l.due_at')}, l.due_at
       FROM (SELECT x.id, a.organization_id, a.id AS assignment_id, greatest(a.due_at, now() + ${PERIOD}) AS due_at,
               CASE WHEN a.scope = 'changes' THEN r.supersedes_id END AS from_revision_id
             FROM unnest($2::text[], $3::text[]) AS x(assignment_id, id) JOIN assignments a ON a.id = x.assignment_id
             LEFT JOIN document_revisions r ON r.id = a.revision_id) l
       ON CONFLICT DO NOTHING`,
      [userId, assignmentIds, ids],
    );
  }

  /** Withdraws what a removed user has not signed. @returns how many */
  async withdrawAll(userId: string): Promise<number> {
    const rows = await this.db.query(
      `UPDATE acknowledgements SET status = 'withdrawn', remind_at = NULL, escalate_at = NULL
       WHERE user_id = $1 AND status = 'pending' RETURNING 1`,
      [userId],
    );
    return rows.length;
  }

  /** Replaces the due date of pending ones. The assignment must be locked. */
  async setDue(assignmentId: string, dueAt: Date): Promise<void> {
    await this.db.defer(
      `UPDATE acknowledgements SET due_at = $2, escalate_at = $2, remind_at = ${reminderBefore('$2::timestamptz')}
       WHERE assignment_id = $1 AND status = 'pending'`,
      [assignmentId, dueAt],
    );
  }

  /** Locks document, assignment and acknowledgement in the order of activations, so that none is superseded while it is signed. */
  async lockForSignature(id: string, userId: string): Promise<void> {
    const own = 'SELECT assignment_id FROM acknowledgements WHERE id = $1 AND user_id = $2';
    await this.db.defer(
      `SELECT FROM documents WHERE id IN (SELECT document_id FROM assignments WHERE id IN (${own})) FOR SHARE`,
      [id, userId],
    );
    await this.db.defer(`SELECT FROM assignments WHERE id IN (${own}) FOR SHARE`, [id, userId]);
    await this.db.defer(`SELECT FROM acknowledgements WHERE id = $1 AND user_id = $2 FOR NO KEY UPDATE`, [id, userId]);
  }

  /** The reader's own, if they can see the document. */
  async findSignable(reader: Reader, id: string): Promise<SignableRow | null> {
    const conditions = this.documents
      .visibleTo(reader)
      .add((p) => `k.user_id = ${p(reader.userId)}`)
      .add((p) => `k.id = ${p(id)}`);
    const rows = await this.db.query<SignableRow>(
      `SELECT k.id, k.organization_id, k.assignment_id, k.status, k.due_at, a.document_title, a.document_number, a.version,
         a.content_sha256, a.scope, a.statement, a.document_id, a.revision_id, o.name AS organization_name, k.user_id,
         u.name AS user_name, c.id AS creator_id, c.name AS creator_name, a.status AS assignment_status, d.current_revision_id,
         v.status AS revision_status, clock_timestamp() AS now,
         CASE WHEN f.id IS NOT NULL THEN
           json_build_object('id', f.id, 'version', f.version, 'content_sha256', f.content_sha256) END AS changes_from
       FROM ${ACKNOWLEDGEMENTS} JOIN document_revisions v ON v.id = a.revision_id
         JOIN users u ON u.id = k.user_id JOIN organizations o ON o.id = k.organization_id
         LEFT JOIN users c ON c.id = a.created_by AND c.removed_at IS NULL
         LEFT JOIN document_revisions f ON f.id = k.from_revision_id AND f.document_id = a.document_id
       WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows[0] ?? null;
  }

  async sign(id: string, signedAt: Date, evidence: string): Promise<void> {
    await this.db.defer(
      `UPDATE acknowledgements SET status = 'signed', signed_at = $2, evidence = $3, remind_at = NULL, escalate_at = NULL
       WHERE id = $1`,
      [id, signedAt, evidence],
    );
  }

  private async list(
    canRead: string,
    matching: SqlConditions,
    { status, overdue }: ListAcknowledgementsQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<AcknowledgementRow>> {
    if (status !== undefined) matching.add(() => WITH_STATUS[status]);
    if (overdue !== undefined) matching.add(() => (overdue ? LATE : `NOT (${LATE})`));
    const page = new SqlConditions(matching);
    if (afterId !== null) page.add((p) => `k.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<AcknowledgementRow>(
      {
        sql: `SELECT ${columns(canRead)} FROM ${SHOWN} WHERE ${page.sql} ORDER BY k.id DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM ${ACKNOWLEDGEMENTS} WHERE ${matching.sql}`, parameters: matching.parameters },
    );
  }

  private async findOne(
    visible: SqlConditions,
    conditions: SqlConditions,
    id: string,
  ): Promise<SingleAcknowledgement | null> {
    conditions.add((p) => `k.id = ${p(id)}`);
    const rows = await this.db.query<SingleAcknowledgement>(
      `SELECT ${columns(visible.sql)}, k.evidence FROM ${SHOWN} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows[0] ?? null;
  }
}

/** Without conditions, but with the parameters, so that SQL of `base` can be used with it. */
function startingWith(base: SqlConditions): SqlConditions {
  const conditions = new SqlConditions();
  conditions.parameters.push(...base.parameters);
  return conditions;
}

/** Those of the reader. A signed one stays visible to its signer when the document does not. */
function ownOf(reader: Reader, visible: SqlConditions): SqlConditions {
  return startingWith(visible)
    .add((p) => `k.user_id = ${p(reader.userId)}`)
    .add(() => `(k.status = 'signed' OR ${visible.sql})`);
}

/** The SQL with placeholders that count on after the first `by`. */
function shifted(sql: string, by: number): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + by}`);
}
