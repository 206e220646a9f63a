import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { IdentityLink } from './identity-link.entity.js';

@Injectable()
export class IdentityLinkRepository {
  constructor(private readonly db: Database) {}

  async find(providerId: string, subject: string): Promise<IdentityLink | null> {
    const sql = `SELECT * FROM identity_links WHERE provider_id = $1 AND subject = $2`;
    return (await this.db.query<IdentityLink>(sql, [providerId, subject]))[0] ?? null;
  }

  /** Whether the user is linked to any subject of the provider. */
  async isLinked(providerId: string, userId: string): Promise<boolean> {
    const sql = `SELECT 1 FROM identity_links WHERE provider_id = $1 AND user_id = $2`;
    return (await this.db.query(sql, [providerId, userId])).length > 0;
  }

  async insert(providerId: string, subject: string, userId: string): Promise<void> {
    await this.db.query(`INSERT INTO identity_links (provider_id, subject, user_id) VALUES ($1, $2, $3)`, [
      providerId,
      subject,
      userId,
    ]);
  }

  async noteLogin(providerId: string, subject: string): Promise<void> {
    const sql = `UPDATE identity_links SET last_login_at = now() WHERE provider_id = $1 AND subject = $2`;
    await this.db.query(sql, [providerId, subject]);
  }

  async deleteOfProvider(providerId: string): Promise<number> {
    const sql = `DELETE FROM identity_links WHERE provider_id = $1 RETURNING subject`;
    return (await this.db.query(sql, [providerId])).length;
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.db.query(`DELETE FROM identity_links WHERE user_id = $1`, [userId]);
  }
}
