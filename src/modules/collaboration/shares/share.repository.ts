import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { DocumentShare } from '../../documents/shares/document-share.entity.js';
import { IN_FORCE } from '../../documents/shares/document-share.repository.js';
import type { Terms } from './share.policy.js';

export type Share = DocumentShare;

/** `sharer_name` is null when the account has been removed. */
export type ShareRow = Share & { recipient_name: string; sharer_name: string | null; document_title: string };

export type ShareChanges = Partial<Pick<Share, 'permission' | 'message' | 'page_number' | 'expires_at'>>;

/** Days for which expired shares are kept, hidden. */
const KEPT_DAYS = 30;
const COLUMNS = 's.*, coalesce(u.name, t.name) AS recipient_name, b.name AS sharer_name, d.title AS document_title';
/** {@link FROM} without names of people and teams. */
const COUNTED = 'document_shares s JOIN documents d ON d.id = s.document_id';
const FROM = `${COUNTED} LEFT JOIN users u ON u.id = s.user_id LEFT JOIN teams t ON t.id = s.team_id
  LEFT JOIN users b ON b.id = s.shared_by AND b.removed_at IS NULL`;
const NEXT_VERSION = 'row_version = s.row_version + 1, updated_at = now()';
/** Shares based on those that `start` selects, at any depth. There are no cycles, since a source is older. */
const dependants = (start: string): string =>
  `WITH RECURSIVE below AS (${start} UNION SELECT s.id FROM document_shares s JOIN below b ON s.granted_by_share_id = b.id)`;

/** Access to documents is passed in as conditions on `documents d`. */
@Injectable()
export class ShareRepository {
  constructor(private readonly db: Database) {}

  /** Unexpired shares of the document, newest first; optionally only those given by or to the caller. */
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

  /** Unexpired shares by others with the caller or their team, newest first. */
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

  /** The unexpired ones of the given shares, in no particular order. */
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

  /** Kind of each id that is a user or team of the organization. */
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

  /** Limits all shares based on this one. Returns the changed ones. */
  cutDependants(id: string, { permission, expires_at }: Terms): Promise<Share[]> {
    const cut = `CASE WHEN $2 = 'view' THEN 'view' ELSE s.permission END`;
    // LEAST ignores nulls: no expiry on one side leaves the other's.
    const end = 'LEAST(s.expires_at, $3::timestamptz)';
    return this.db.query(
      `${dependants('SELECT s.id FROM document_shares s WHERE s.granted_by_share_id = $1')}
       UPDATE document_shares s SET permission = ${cut}, expires_at = ${end}, ${NEXT_VERSION}
       WHERE s.id IN (SELECT id FROM below) AND (s.permission <> ${cut} OR s.expires_at IS DISTINCT FROM ${end})
       RETURNING s.*`,
      [id, permission, expires_at],
    );
  }

  /** Deletes shares and those based on them. Returns all, in their last state. */
  deleteWithDependants(ids: readonly string[]): Promise<Share[]> {
    return this.db.query(
      `${dependants('SELECT s.id FROM document_shares s WHERE s.id = ANY($1)')}
       DELETE FROM document_shares s WHERE s.id IN (SELECT id FROM below) RETURNING s.*`,
      [ids],
    );
  }

  /** Shares that the user gave based on shares with teams that they are no longer in. */
  findForfeited(userId: string, teamId: string | null): Promise<string[]> {
    return this.ids(
      `SELECT s.id FROM document_shares s JOIN document_shares source ON source.id = s.granted_by_share_id
       WHERE s.shared_by = $1 AND source.team_id IS NOT NULL AND source.team_id IS DISTINCT FROM $2`,
      [userId, teamId],
    );
  }

  findWithUser(userId: string): Promise<string[]> {
    return this.ids(`SELECT s.id FROM document_shares s WHERE s.user_id = $1`, [userId]);
  }

  findWithTeam(teamId: string): Promise<string[]> {
    return this.ids(`SELECT s.id FROM document_shares s WHERE s.team_id = $1`, [teamId]);
  }

  /** Removes shares that expired {@link KEPT_DAYS} days ago; shares made from them expired no later. */
  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM document_shares WHERE expires_at < now() - make_interval(days => $1)`, [
      KEPT_DAYS,
    ]);
  }

  private async page(matching: SqlConditions, afterId: string | null, rowCount: number): Promise<KeysetRows<ShareRow>> {
    const conditions = new SqlConditions(matching).add(() => IN_FORCE);
    const page = new SqlConditions(conditions);
    if (afterId !== null) page.add((p) => `s.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<ShareRow>(
      {
        sql: `SELECT ${COLUMNS} FROM ${FROM} WHERE ${page.sql} ORDER BY s.id DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM ${COUNTED} WHERE ${conditions.sql}`, parameters: conditions.parameters },
    );
  }

  private async ids(sql: string, parameters: unknown[]): Promise<string[]> {
    return (await this.db.query<{ id: string }>(sql, parameters)).map(({ id }) => id);
  }
}
