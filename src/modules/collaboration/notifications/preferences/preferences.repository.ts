import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { NOTIFICATION_KINDS } from '../dto/notification-kinds.js';
import type { NotificationPreferences } from './notification-preferences.entity.js';

/** What people choose. */
export const CHOICES = [...NOTIFICATION_KINDS, 'digest', 'digest_hour'] as const;
export type Choices = Pick<NotificationPreferences, (typeof CHOICES)[number]>;
export type ShownPreferences = Choices & Pick<NotificationPreferences, 'row_version'>;

/** Of whom has never chosen; the columns' defaults. */
const DEFAULTS: ShownPreferences = {
  mention: 'email',
  reply: 'email',
  share: 'email',
  resolve: 'email',
  revision: 'email',
  digest: 'daily',
  digest_hour: 6,
  row_version: 1,
};
const COLUMNS = [...CHOICES, 'row_version'].join(', ');

/** How people want to be told. */
@Injectable()
export class PreferencesRepository {
  constructor(private readonly db: Database) {}

  async get(userId: string): Promise<ShownPreferences> {
    const rows = await this.db.query<ShownPreferences>(
      `SELECT ${COLUMNS} FROM notification_preferences WHERE user_id = $1`,
      [userId],
    );
    return rows[0] ?? DEFAULTS;
  }

  /** Takes the user's choices for the rest of the transaction. */
  async lock(userId: string): Promise<ShownPreferences> {
    await this.db.query(`INSERT INTO notification_preferences (user_id) VALUES ($1) ON CONFLICT DO NOTHING`, [userId]);
    const [row] = await this.db.query<ShownPreferences>(
      `SELECT ${COLUMNS} FROM notification_preferences WHERE user_id = $1 FOR NO KEY UPDATE`,
      [userId],
    );
    return row ?? DEFAULTS;
  }

  /**
   * What is not wanted by mail any more, no mail tells of. Notifications that somebody just holds, who deletes or reads them,
   * are passed over: whoever holds preferences never waits.
   */
  async save(userId: string, choices: Choices): Promise<ShownPreferences> {
    const assignments = CHOICES.map((column, index) => `${column} = $${index + 2}`).join(', ');
    await this.db.query(
      `UPDATE notification_preferences SET ${assignments}, row_version = row_version + 1 WHERE user_id = $1`,
      [userId, ...CHOICES.map((column) => choices[column])],
    );
    const unwanted = NOTIFICATION_KINDS.filter((kind) => choices.digest === 'off' || choices[kind] !== 'email');
    await this.db.query(
      `UPDATE notifications SET awaits_digest = false
       WHERE id IN (SELECT id FROM notifications WHERE user_id = $1 AND awaits_digest AND kind = ANY ($2)
                    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
      [userId, unwanted],
    );
    return this.get(userId);
  }
}
