import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { dueAt } from './digest-schedule.js';

/** Seconds of a claim; a process that holds one longer is dead. */
const IN_HAND_SECONDS = 120;
/** Pause after a failure. Seconds. */
const REST_SECONDS = 900;

/** Due digests and their results. Always lock preferences before notifications, to avoid deadlocks. */
@Injectable()
export class DigestRepository {
  constructor(private readonly db: Database) {}

  /** Claims due digests, longest overdue first. @returns user ids */
  async claim(count: number): Promise<string[]> {
    const rows = await this.db.query<{ user_id: string }>(
      `WITH due AS MATERIALIZED (
         SELECT user_id FROM notification_preferences WHERE digest_due_at <= now()
         ORDER BY digest_due_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
       UPDATE notification_preferences p
       SET digest_not_before = now() + make_interval(secs => $2), digest_due_at = now() + make_interval(secs => $2)
       FROM due WHERE p.user_id = due.user_id
       RETURNING p.user_id`,
      [count, IN_HAND_SECONDS],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Skips locked notifications, at worst mailed again: a holder of preferences never waits. @param upTo newest mailed position, or null */
  async finish(userId: string, upTo: string | null): Promise<void> {
    await this.db.transaction(async () => {
      await this.db.query(
        `UPDATE notification_preferences SET digest_sent_at = now(), digest_not_before = NULL WHERE user_id = $1`,
        [userId],
      );
      await this.db.query(
        `UPDATE notifications SET awaits_digest = false
         WHERE id IN (SELECT id FROM notifications WHERE user_id = $1 AND awaits_digest AND position <= $2
                      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
        [userId, upTo],
      );
      await this.schedule(userId);
    });
  }

  /** Retries later. */
  async putOff(userId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.db.query(
        `UPDATE notification_preferences SET digest_not_before = now() + make_interval(secs => $2) WHERE user_id = $1`,
        [userId, REST_SECONDS],
      );
      await this.schedule(userId);
    });
  }

  /** Sets the time of the next digest. The preferences must be locked. */
  async schedule(userId: string): Promise<void> {
    await this.db.query(
      `UPDATE notification_preferences p SET digest_due_at = ${dueAt('w.since')}
       FROM (SELECT min(created_at) AS since FROM notifications WHERE user_id = $1 AND awaits_digest) w
       WHERE p.user_id = $1`,
      [userId],
    );
  }
}
