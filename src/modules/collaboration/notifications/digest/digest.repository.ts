import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { dueAt } from './digest-schedule.js';

/** While a process has a digest in hand no other takes it; after that, whoever had it is dead. Seconds. */
const IN_HAND_SECONDS = 120;
/** Rest after a failure. Seconds. */
const REST_SECONDS = 900;

/**
 * Whose mail is due, and what became of it. The row of the preferences is taken before notifications, here as everywhere:
 * choices that change meanwhile wait for it or are waited for, never both.
 */
@Injectable()
export class DigestRepository {
  constructor(private readonly db: Database) {}

  /** Takes digests that are due in hand, those first that wait for longest; no other process then has them. Answers whose. */
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

  /**
   * The digest is done. Notifications that somebody just holds, who deletes or reads them, are passed over, and told again
   * at worst: whoever holds preferences never waits.
   *
   * @param upTo position of the newest notification that it told of; null when it told of none
   */
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

  /** It is tried again, but not at once. */
  async putOff(userId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.db.query(
        `UPDATE notification_preferences SET digest_not_before = now() + make_interval(secs => $2) WHERE user_id = $1`,
        [userId, REST_SECONDS],
      );
      await this.schedule(userId);
    });
  }

  /** Sets when the user is written to next, by what waits and what they chose. Their preferences are taken already. */
  async schedule(userId: string): Promise<void> {
    await this.db.query(
      `UPDATE notification_preferences p SET digest_due_at = ${dueAt('w.since')}
       FROM (SELECT min(created_at) AS since FROM notifications WHERE user_id = $1 AND awaits_digest) w
       WHERE p.user_id = $1`,
      [userId],
    );
  }
}
