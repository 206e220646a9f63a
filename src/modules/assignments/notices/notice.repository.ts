import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Assignment } from '../assignment.entity.js';

/** People of one assignment with something due, and the assignment. */
export interface DuePeople {
  assignment: Assignment;
  people: { id: string; user_id: string; status: string; is_late: boolean }[];
}

/** Acknowledgements for the jobs that notify people. */
@Injectable()
export class NoticeRepository {
  constructor(private readonly db: Database) {}

  async find(assignmentId: string): Promise<Assignment | null> {
    const rows = await this.db.query<Assignment>(`SELECT * FROM assignments WHERE id = $1`, [assignmentId]);
    return rows[0] ?? null;
  }

  /** Assignments with people to copy or to notify. */
  async listUnfinished(limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM (
         SELECT id FROM assignments WHERE NOT filled
         UNION SELECT assignment_id FROM acknowledgements WHERE notified_at IS NULL) AS unfinished
       ORDER BY id LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** People of the predecessor that the assignment lacks, with the revision that each of them knows. They are not removed meanwhile. */
  listToCopy(assignmentId: string, limit: number): Promise<{ user_id: string; from_revision_id: string | null }[]> {
    return this.db.query(
      `SELECT k.user_id, CASE WHEN a.scope = 'changes' THEN
           CASE WHEN k.status = 'signed' THEN p.revision_id ELSE k.from_revision_id END END AS from_revision_id
       FROM assignments a JOIN assignments p ON p.id = a.predecessor_id
         JOIN acknowledgements k ON k.assignment_id = p.id AND k.status <> 'withdrawn'
         JOIN users u ON u.id = k.user_id AND u.removed_at IS NULL
       WHERE a.id = $1
         AND NOT EXISTS (SELECT FROM acknowledgements n WHERE n.assignment_id = a.id AND n.user_id = k.user_id)
       ORDER BY u.id LIMIT $2 FOR SHARE OF u`,
      [assignmentId, limit],
    );
  }

  async setFilled(assignmentId: string): Promise<void> {
    await this.db.query(`UPDATE assignments SET filled = true WHERE id = $1`, [assignmentId]);
  }

  /**
   * Marks some people as notified, and returns those who still have to sign with the number of all. Waits for signatures: a person who is
   * skipped would be notified by the hourly job only.
   */
  async takeUnnotified(assignmentId: string, limit: number): Promise<{ userIds: string[]; count: number }> {
    await this.db.defer(`SELECT FROM assignments WHERE id = $1 FOR NO KEY UPDATE`, [assignmentId]);
    const rows = await this.db.query<{ user_id: string; status: string }>(
      `UPDATE acknowledgements SET notified_at = now()
       WHERE id IN (SELECT id FROM acknowledgements WHERE assignment_id = $1 AND notified_at IS NULL
                    ORDER BY id LIMIT $2 FOR NO KEY UPDATE)
       RETURNING user_id, status`,
      [assignmentId, limit],
    );
    const userIds = rows.filter(({ status }) => status === 'pending').map(({ user_id }) => user_id);
    return { userIds, count: rows.length };
  }

  /**
   * Takes some people of one assignment whose time has come, and clears it, in the open transaction. Null without any.
   * Locks the assignment first, like changes of it.
   */
  async takeDue(column: 'remind_at' | 'escalate_at', limit: number): Promise<DuePeople | null> {
    const [assignment] = await this.db.query<Assignment>(
      `SELECT * FROM assignments
       WHERE id = (SELECT assignment_id FROM acknowledgements WHERE ${column} <= now() ORDER BY ${column} LIMIT 1)
       FOR NO KEY UPDATE`,
    );
    if (!assignment) return null;
    const people = await this.db.query<DuePeople['people'][number]>(
      `UPDATE acknowledgements SET ${column} = NULL
       WHERE id IN (SELECT id FROM acknowledgements WHERE assignment_id = $1 AND ${column} <= now()
                    ORDER BY id LIMIT $2 FOR NO KEY UPDATE)
       RETURNING id, user_id, status, due_at <= now() AS is_late`,
      [assignment.id, limit],
    );
    return { assignment, people };
  }

  /** @returns false if the manager was notified before */
  async noteOverdue(assignmentId: string): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE assignments SET overdue_noticed_at = now() WHERE id = $1 AND overdue_noticed_at IS NULL RETURNING 1`,
      [assignmentId],
    );
    return rows.length > 0;
  }

  /** The manager who assigned it, while they may manage assignments; otherwise some administrators. */
  async listManagers({ created_by, organization_id }: Assignment): Promise<string[]> {
    const rows = await this.db.query<{ id: string; is_creator: boolean }>(
      `SELECT u.id, u.id IS NOT DISTINCT FROM $1 AS is_creator FROM users u
       WHERE u.organization_id = $2 AND u.status = 'active' AND u.removed_at IS NULL
         AND (u.role = 'admin' OR u.role = 'manager' AND u.id = $1)
       ORDER BY is_creator DESC, u.id LIMIT 20`,
      [created_by, organization_id],
    );
    return (rows[0]?.is_creator ? rows.slice(0, 1) : rows).map(({ id }) => id);
  }
}
