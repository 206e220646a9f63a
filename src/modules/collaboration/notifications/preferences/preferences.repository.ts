import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { NOTIFICATION_KINDS } from '../dto/notification-kinds.js';
import type { NotificationPreferences } from './notification-preferences.entity.js';

export const CHOICES = [...NOTIFICATION_KINDS, 'digest', 'digest_hour'] as const;
export type Choices = Pick<NotificationPreferences, (typeof CHOICES)[number]>;
export type ShownPreferences = Choices & Pick<NotificationPreferences, 'row_version'>;

/** As in the columns. */
const DEFAULTS: ShownPreferences = {
  mention: 'email',
  reply: 'email',
  share: 'email',
  resolve: 'email',
  revision: 'email',
  temporary_revision: 'email',
  assignment: 'email',
  reminder: 'email',
  overdue: 'email',
  discrepancy: 'email',
  digest: 'daily',
  digest_hour: 6,
  row_version: 1,
};
const COLUMNS = [...CHOICES, 'row_version'].join(', ');

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

  /** Locks the user's preferences until the transaction ends. */
  async lock(userId: string): Promise<ShownPreferences> {
    await this.db.defer(`INSERT INTO notification_preferences (user_id) VALUES ($1) ON CONFLICT DO NOTHING`, [userId]);
    const [row] = await this.db.query<ShownPreferences>(
      `SELECT ${COLUMNS} FROM notification_preferences WHERE user_id = $1 FOR NO KEY UPDATE`,
      [userId],
    );
    return row ?? DEFAULTS;
  }

  /** Removes kinds without mail from the digest. Skips locked notifications: a holder of preferences must never wait. */
  async save(userId: string, choices: Choices): Promise<ShownPreferences> {
    const assignments = CHOICES.map((column, index) => `${column} = $${index + 2}`).join(', ');
    await this.db.defer(
      `UPDATE notification_preferences SET ${assignments}, row_version = row_version + 1 WHERE user_id = $1`,
      [userId, ...CHOICES.map((column) => choices[column])],
    );
    const unwanted = NOTIFICATION_KINDS.filter((kind) => choices.digest === 'off' || choices[kind] !== 'email');
    await this.db.defer(
      `UPDATE notifications SET awaits_digest = false
       WHERE id IN (SELECT id FROM notifications WHERE user_id = $1 AND awaits_digest AND kind = ANY ($2)
                    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
      [userId, unwanted],
    );
    return this.get(userId);
  }
}
