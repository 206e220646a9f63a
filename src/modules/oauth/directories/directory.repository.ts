import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

export interface Directory {
  identity_provider_id: string;
  service_account_id: string;
  created_at: Date;
  user_count: number;
  group_count: number;
}

@Injectable()
export class DirectoryRepository {
  constructor(private readonly db: Database) {}

  async find(providerId: string, organizationId: string): Promise<Directory | null> {
    const [row] = await this.db.query<Directory>(
      `SELECT d.identity_provider_id, d.service_account_id, d.created_at,
              (SELECT count(*)::integer FROM directory_users u WHERE u.identity_provider_id = $1) AS user_count,
              (SELECT count(*)::integer FROM directory_groups g WHERE g.identity_provider_id = $1) AS group_count
       FROM directories d JOIN identity_providers p ON p.id = d.identity_provider_id
       WHERE d.identity_provider_id = $1 AND p.organization_id = $2`,
      [providerId, organizationId],
    );
    return row ?? null;
  }

  async findProviderOf(serviceAccountId: string): Promise<string | null> {
    const [row] = await this.db.query<{ identity_provider_id: string }>(
      `SELECT identity_provider_id FROM directories WHERE service_account_id = $1`,
      [serviceAccountId],
    );
    return row?.identity_provider_id ?? null;
  }

  async set(providerId: string, serviceAccountId: string): Promise<void> {
    await this.db.query(
      `INSERT INTO directories (identity_provider_id, service_account_id) VALUES ($1, $2)
       ON CONFLICT (identity_provider_id) DO UPDATE SET service_account_id = $2`,
      [providerId, serviceAccountId],
    );
  }

  /** Also forgets which users it managed, and its groups. */
  async delete(providerId: string): Promise<void> {
    await this.db.query(`DELETE FROM directories WHERE identity_provider_id = $1`, [providerId]);
  }

  /** A later one is another's, until the directory asks for it. */
  async forgetSuspension(userId: string): Promise<void> {
    await this.db.defer(`UPDATE directory_users SET suspended = false WHERE user_id = $1 AND suspended`, [userId]);
  }

  async forgetUser(userId: string): Promise<void> {
    await this.db.query(`DELETE FROM directory_users WHERE user_id = $1`, [userId]);
  }
}
