import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { SqlConditions } from '../../../../common/database/sql-conditions.js';

@Injectable()
export class WatchRepository {
  constructor(private readonly db: Database) {}

  async exists(userId: string, documentId: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM document_watches WHERE user_id = $1 AND document_id = $2`, [
      userId,
      documentId,
    ]);
    return rows.length > 0;
  }

  async count(userId: string, visible: SqlConditions): Promise<number> {
    const conditions = visible.add((p) => `w.user_id = ${p(userId)}`);
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM document_watches w JOIN documents d ON d.id = w.document_id
       WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return row?.count ?? 0;
  }

  async insert(userId: string, documentId: string): Promise<void> {
    await this.db.query(`INSERT INTO document_watches (user_id, document_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      userId,
      documentId,
    ]);
  }

  /** @returns whether there was one */
  async delete(userId: string, documentId: string): Promise<boolean> {
    const rows = await this.db.query(
      `DELETE FROM document_watches WHERE user_id = $1 AND document_id = $2 RETURNING user_id`,
      [userId, documentId],
    );
    return rows.length > 0;
  }
}
