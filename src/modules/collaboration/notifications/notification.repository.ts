import { Injectable } from '@nestjs/common';
import type { Reader } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { DocumentService } from '../../documents/document.service.js';
import { IN_FORCE } from '../../documents/shares/document-share.repository.js';
import type { NotificationKind } from './dto/notification-kinds.js';
import type { Notification } from './notification.entity.js';

/** A notification with its subject as its owner sees it now. */
export type NotificationRow = Pick<
  Notification,
  | 'id'
  | 'position'
  | 'kind'
  | 'comment_id'
  | 'share_id'
  | 'revision_id'
  | 'temporary_revision_id'
  | 'temporary_revision_event'
  | 'discrepancy_id'
  | 'discrepancy_event'
  | 'read_at'
  | 'row_version'
  | 'created_at'
> & {
  document_id: string;
  document_title: string;
  page_number: number | null;
  /** Null for a deleted account. */
  actor_id: string | null;
  actor_name: string | null;
};

export interface NotificationFilter {
  unread?: boolean | undefined;
  kind?: NotificationKind | undefined;
}

const FROM = `notifications n
  JOIN documents d ON d.id = n.document_id
  LEFT JOIN comments c ON c.id = n.comment_id
  LEFT JOIN document_shares s ON s.id = n.share_id
  LEFT JOIN discrepancies x ON x.id = n.discrepancy_id
  LEFT JOIN document_revisions r ON r.id = coalesce(n.revision_id, c.revision_id)`;
const COLUMNS = `n.id, n.position, n.kind, n.comment_id, n.share_id, n.revision_id, n.temporary_revision_id, n.temporary_revision_event, n.discrepancy_id, n.discrepancy_event, n.read_at, n.row_version, n.created_at,
  d.id AS document_id, d.title AS document_title, coalesce(c.page_number, s.page_number, x.page_number) AS page_number,
  a.id AS actor_id, a.name AS actor_name`;
const SHOWN = `${FROM} LEFT JOIN users a ON a.id = n.actor_id AND a.removed_at IS NULL`;

/** Notifications for their owners. */
@Injectable()
export class NotificationRepository {
  constructor(
    private readonly db: Database,
    private readonly documents: DocumentService,
  ) {}

  async list(
    reader: Reader,
    { unread, kind }: NotificationFilter,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<NotificationRow>> {
    const conditions = this.shownTo(reader);
    if (unread !== undefined) conditions.add(() => `n.read_at IS ${unread ? '' : 'NOT '}NULL`);
    if (kind !== undefined) conditions.add((p) => `n.kind = ${p(kind)}`);
    const page = new SqlConditions(conditions);
    if (afterId !== null) page.add((p) => `n.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<NotificationRow>(
      {
        sql: `SELECT ${COLUMNS} FROM ${SHOWN} WHERE ${page.sql} ORDER BY n.id DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM ${FROM} WHERE ${conditions.sql}`, parameters: conditions.parameters },
    );
  }

  countUnread(reader: Reader): Promise<number> {
    return this.count(this.shownTo(reader).add(() => 'n.read_at IS NULL'));
  }

  async find(reader: Reader, id: string): Promise<NotificationRow | null> {
    const conditions = this.shownTo(reader).add((p) => `n.id = ${p(id)}`);
    const rows = await this.db.query<NotificationRow>(
      `SELECT ${COLUMNS} FROM ${SHOWN} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows[0] ?? null;
  }

  /** Locks a user's notification from the next statement to the end of the transaction. */
  async lock(userId: string, id: string): Promise<void> {
    await this.db.defer(`SELECT FROM notifications WHERE id = $1 AND user_id = $2 FOR NO KEY UPDATE`, [id, userId]);
  }

  /** Read notifications leave the next digest. */
  async setRead(id: string, read: boolean): Promise<void> {
    await this.db.defer(
      `UPDATE notifications SET read_at = CASE WHEN $2 THEN now() END, awaits_digest = awaits_digest AND NOT $2,
         row_version = row_version + 1
       WHERE id = $1`,
      [id, read],
    );
  }

  /** Marks all unread, shown notifications. @returns how many */
  async readAll(reader: Reader): Promise<number> {
    const conditions = this.shownTo(reader).add(() => 'n.read_at IS NULL');
    const rows = await this.db.query(
      `UPDATE notifications SET read_at = now(), awaits_digest = false, row_version = row_version + 1
       WHERE id IN (SELECT n.id FROM ${FROM} WHERE ${conditions.sql} ORDER BY n.id FOR NO KEY UPDATE OF n)
       RETURNING id`,
      conditions.parameters,
    );
    return rows.length;
  }

  /** Shown notifications after the position, oldest first. */
  listAfter(reader: Reader, position: string, count: number): Promise<NotificationRow[]> {
    const conditions = this.shownTo(reader).add((p) => `n.position > ${p(position)}`);
    const limit = conditions.parameter(count);
    return this.db.query(
      `SELECT ${COLUMNS} FROM ${SHOWN} WHERE ${conditions.sql} ORDER BY n.position LIMIT ${limit}`,
      conditions.parameters,
    );
  }

  /** Position of a user's notification, shown or not; without an id, of the newest. Null if there is no such notification. */
  async findPlace(userId: string, id: string | null): Promise<Pick<Notification, 'id' | 'position'> | null> {
    const rows = await this.db.query<Pick<Notification, 'id' | 'position'>>(
      `SELECT id, position FROM notifications WHERE user_id = $1 AND ($2::text IS NULL OR id = $2)
       ORDER BY position DESC LIMIT 1`,
      [userId, id],
    );
    return rows[0] ?? null;
  }

  /** Content of the next mail, newest first, with the total. */
  async listForDigest(reader: Reader, count: number): Promise<KeysetRows<NotificationRow>> {
    const conditions = this.shownTo(reader).add(() => 'n.awaits_digest');
    const page = new SqlConditions(conditions);
    const limit = page.parameter(count);
    const rows = await this.db.query<NotificationRow & { total: number }>(
      `SELECT ${COLUMNS}, count(*) OVER ()::int AS total FROM ${SHOWN} WHERE ${page.sql} ORDER BY n.position DESC LIMIT ${limit}`,
      page.parameters,
    );
    return { rows, totalCount: rows[0]?.total ?? 0 };
  }

  /** Defines which notifications are shown: those whose subject the reader can see now. Lists, streams, counts and mails must use it. */
  private shownTo(reader: Reader): SqlConditions {
    const conditions = this.documents.visibleTo(reader);
    const user = conditions.parameter(reader.userId);
    const team = conditions.parameter(reader.teamId);
    const prepares =
      reader.role === 'admin'
        ? 'true'
        : `d.team_id ${reader.role === 'api_user' ? 'IS NOT DISTINCT FROM' : '='} ${team}`;
    return conditions
      .add(() => `n.user_id = ${user}`)
      .add(() => `(n.comment_id IS NULL OR (c.deleted_at IS NULL AND c.visibility = 'public'))`)
      .add(() => `(n.share_id IS NULL OR ((s.user_id = ${user} OR s.team_id = ${team}) AND ${IN_FORCE}))`)
      .add(() =>
        reader.permissions.has('document.manage')
          ? `(r.status IS DISTINCT FROM 'draft' OR ${prepares})`
          : `r.status IS DISTINCT FROM 'draft'`,
      );
  }

  private async count(conditions: SqlConditions): Promise<number> {
    const [row] = await this.db.query<{ count: string }>(
      `SELECT count(*) FROM ${FROM} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return Number(row?.count ?? 0);
  }
}
