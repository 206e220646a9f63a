import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';

@Injectable()
export class SamlAssertionRepository {
  constructor(private readonly db: Database) {}

  /** False when the assertion was used before. */
  async insert(providerId: string, assertionId: string, seconds: number): Promise<boolean> {
    const rows = await this.db.query(
      `INSERT INTO saml_assertions (provider_id, id_hash, expires_at)
       VALUES ($1, $2, now() + make_interval(secs => $3::float8)) ON CONFLICT DO NOTHING RETURNING 1`,
      [providerId, createHash('sha256').update(assertionId).digest(), seconds],
    );
    return rows.length > 0;
  }

  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM saml_assertions WHERE expires_at <= now()`);
  }
}
