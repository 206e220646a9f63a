import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { DocumentShare } from '../../documents/shares/document-share.entity.js';
import { IN_FORCE } from '../../documents/shares/document-share.repository.js';
import type { Terms } from './share.policy.js';

export type Share = DocumentShare;

/** A share as it is shown. */
export type ShareRow = Share & { recipient_name: string; document_title: string };

export type ShareChanges = Partial<Pick<Share, 'permission' | 'message' | 'page_number' | 'expires_at'>>;

const COLUMNS = 's.*, coalesce(u.name, t.name) AS recipient_name, d.title AS document_title';
/** As {@link FROM}, without the recipients' names. */
const COUNTED = 'document_shares s JOIN documents d ON d.id = s.document_id';
const FROM = `${COUNTED} LEFT JOIN users u ON u.id = s.user_id LEFT JOIN teams t ON t.id = s.team_id`;
const NEXT_VERSION = 'row_version = s.row_version + 1, updated_at = now()';
/** Shares that hang on others, at any depth, below those that `start` selects; there are no circles, since a source is older. */
const dependants = (start: string): string =>
  `WITH RECURSIVE below AS (${start} UNION SELECT s.id FROM document_shares s JOIN below b ON s.granted_by_share_id = b.id)`;

/** All SQL of sharing. What of documents the caller sees comes as conditions on `documents d`. */
@Injectable()
export class ShareRepository {
  constructor(private readonly db: Database) {}

  /** Shares of the document in force, newest first; those given by or to the caller when they alone are theirs to see. */
  listOf(
    visible: SqlConditions,
    documentId: string,
    onlyOf: Principal | null,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<ShareRow>> {
    const conditions = new SqlConditions(visible).add((p) => `s.document_id = ${p(documentId)}`);
    if (onlyOf) {
      const user = conditions.parameter(onlyOf.userId);
      conditions.add((p) => `(s.shared_by = ${user} OR s.user_id = ${user} OR s.team_id = ${p(onlyOf.teamId)})`);
    }
    return this.page(conditions, afterId, rowCount);
  }

  /** Shares in force that others gave to the caller or their team, newest first. */
  listReceived(
    visible: SqlConditions,
    { userId, teamId }: Principal,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<ShareRow>> {
    const conditions = new SqlConditions(visible);
    const user = conditions.parameter(userId);
    conditions.add((p) => `(s.user_id = ${user} OR s.team_id = ${p(teamId)}) AND s.shared_by IS DISTINCT FROM ${user}`);
    return this.page(conditions, afterId, rowCount);
  }

  /** Those of the shares that are in force, in no particular order. */
  findInForce(visible: SqlConditions, ids: readonly string[]): Promise<ShareRow[]> {
    const conditions = new SqlConditions(visible).add((p) => `s.id = ANY(${p(ids)})`);
    return this.db.query(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE ${conditions.sql} AND ${IN_FORCE}`,
      conditions.parameters,
    );
  }

  async findById(id: string): Promise<Share | null> {
    return this.db.repository(DocumentShare).findOneBy({ id });
  }

  async countInForce(documentId: string): Promise<number> {
    const [row] = await this.db.query<{ count: string }>(
      `SELECT count(*) FROM document_shares s WHERE s.document_id = $1 AND ${IN_FORCE}`,
      [documentId],
    );
    return Number(row?.count ?? 0);
  }

  /** Those of the ids that are people or teams of the organization, with which of both they are. */
  async findRecipients(organizationId: string, ids: readonly string[]): Promise<Map<string, 'user' | 'team'>> {
    const rows = await this.db.query<{ id: string; type: 'user' | 'team' }>(
      `SELECT id, 'user' AS type FROM users WHERE id = ANY($2) AND organization_id = $1 AND removed_at IS NULL
       UNION ALL SELECT id, 'team' FROM teams WHERE id = ANY($2) AND organization_id = $1`,
      [organizationId, ids],
    );
    return new Map(rows.map(({ id, type }) => [id, type]));
  }

  async insert(shares: Share[]): Promise<void> {
    await this.db.repository(DocumentShare).insert(shares);
  }

  async update(id: string, changes: ShareChanges): Promise<void> {
    const columns = Object.entries(changes);
    const assignments = columns.map(([column], index) => `${column} = $${index + 2}`);
    await this.db.query(`UPDATE document_shares s SET ${[...assignments, NEXT_VERSION].join(', ')} WHERE id = $1`, [
      id,
      ...columns.map(([, value]) => value),
    ]);
  }

  /** Cuts all that hangs on the share to what it allows itself; answers what is another than it was. */
  cutDependants(id: string, { permission, expires_at }: Terms): Promise<Share[]> {
    const cut = `CASE WHEN $2 = 'view' THEN 'view' ELSE s.permission END`;
    // LEAST passes over nulls: no end, on either side, leaves the other's.
    const end = 'LEAST(s.expires_at, $3::timestamptz)';
    return this.db.query(
      `${dependants('SELECT s.id FROM document_shares s WHERE s.granted_by_share_id = $1')}
       UPDATE document_shares s SET permission = ${cut}, expires_at = ${end}, ${NEXT_VERSION}
       WHERE s.id IN (SELECT id FROM below) AND (s.permission <> ${cut} OR s.expires_at IS DISTINCT FROM ${end})
       RETURNING s.*`,
      [id, permission, expires_at],
    );
  }

  /** Deletes shares with all that hangs on them; answers all of it, as it was. */
  deleteWithDependants(ids: readonly string[]): Promise<Share[]> {
    return this.db.query(
      `${dependants('SELECT s.id FROM document_shares s WHERE s.id = ANY($1)')}
       DELETE FROM document_shares s WHERE s.id IN (SELECT id FROM below) RETURNING s.*`,
      [ids],
    );
  }

  /** What the user passed on by the right of shares with a team that they are not, or no longer, in. */
  findForfeited(userId: string, teamId: string | null): Promise<string[]> {
    return this.ids(
      `SELECT s.id FROM document_shares s JOIN document_shares source ON source.id = s.granted_by_share_id
       WHERE s.shared_by = $1 AND source.team_id IS NOT NULL AND source.team_id IS DISTINCT FROM $2`,
      [userId, teamId],
    );
  }

  /** Shares with a person. */
  findWithUser(userId: string): Promise<string[]> {
    return this.ids(`SELECT s.id FROM document_shares s WHERE s.user_id = $1`, [userId]);
  }

  /** Shares with a team. */
  findWithTeam(teamId: string): Promise<string[]> {
    return this.ids(`SELECT s.id FROM document_shares s WHERE s.team_id = $1`, [teamId]);
  }

  /** Removes what ran out long ago; what hangs on it ran out no later. */
  async deleteExpired(days: number): Promise<void> {
    await this.db.query(`DELETE FROM document_shares WHERE expires_at < now() - make_interval(days => $1)`, [days]);
  }

  private async page(matching: SqlConditions, afterId: string | null, rowCount: number): Promise<KeysetRows<ShareRow>> {
    const conditions = new SqlConditions(matching).add(() => IN_FORCE);
    const page = new SqlConditions(conditions);
    if (afterId !== null) page.add((p) => `s.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    const rows = await this.db.query<ShareRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE ${page.sql} ORDER BY s.id DESC LIMIT ${limit}`,
      page.parameters,
    );
    const [total] = await this.db.query<{ count: string }>(
      `SELECT count(*) FROM ${COUNTED} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return { rows, totalCount: Number(total?.count ?? 0) };
  }

  private async ids(sql: string, parameters: unknown[]): Promise<string[]> {
    return (await this.db.query<{ id: string }>(sql, parameters)).map(({ id }) => id);
  }
}
