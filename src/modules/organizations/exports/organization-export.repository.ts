import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { StoredBlob } from '../../../integrations/storage/blob-storage.js';
import { OrganizationExport } from './organization-export.entity.js';

export type { OrganizationExport } from './organization-export.entity.js';

@Injectable()
export class OrganizationExportRepository {
  constructor(private readonly db: Database) {}

  async insert(made: Pick<OrganizationExport, 'id' | 'organization_id' | 'requested_by'>): Promise<OrganizationExport> {
    const rows = await this.db.query<OrganizationExport>(
      `INSERT INTO organization_exports (id, organization_id, requested_by, state) VALUES ($1, $2, $3, 'queued') RETURNING *`,
      [made.id, made.organization_id, made.requested_by],
    );
    return rows[0]!;
  }

  async list(
    organizationId: string,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<OrganizationExport>> {
    return this.db.list<OrganizationExport>(
      {
        sql: `SELECT * FROM organization_exports WHERE organization_id = $1 AND ($2::text IS NULL OR id < $2)
              ORDER BY id DESC LIMIT $3`,
        parameters: [organizationId, afterId, rowCount],
      },
      { sql: `FROM organization_exports WHERE organization_id = $1`, parameters: [organizationId] },
    );
  }

  find(organizationId: string, id: string): Promise<OrganizationExport | null> {
    return this.db.repository(OrganizationExport).findOneBy({ id, organization_id: organizationId });
  }

  /** How many there are, and how many of them are yet to be made. */
  async count(organizationId: string): Promise<{ open: number; kept: number }> {
    const [row] = await this.db.query<{ open: number; kept: number }>(
      `SELECT count(*) FILTER (WHERE state IN ('queued', 'running'))::int AS open,
              count(*) FILTER (WHERE state = 'ready')::int AS kept
       FROM organization_exports WHERE organization_id = $1`,
      [organizationId],
    );
    return row ?? { open: 0, kept: 0 };
  }

  /** Counts one more attempt at an unfinished export; null when it is finished or deleted. */
  async begin(id: string): Promise<OrganizationExport | null> {
    const rows = await this.db.query<OrganizationExport>(
      `UPDATE organization_exports SET state = 'running', attempts = attempts + 1
       WHERE id = $1 AND state IN ('queued', 'running') RETURNING *`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** False when the export was deleted meanwhile. */
  async finish(id: string, { sha256, size }: StoredBlob, keptDays: number): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE organization_exports SET state = 'ready', content_sha256 = $2, content_size = $3,
              expires_at = now() + make_interval(days => $4)
       WHERE id = $1 AND state = 'running' RETURNING 1`,
      [id, sha256, size, keptDays],
    );
    return rows.length > 0;
  }

  async fail(id: string, keptDays: number): Promise<void> {
    await this.db.query(
      `UPDATE organization_exports SET state = 'failed', expires_at = now() + make_interval(days => $2)
       WHERE id = $1 AND state = 'running'`,
      [id, keptDays],
    );
  }

  /** Unfinished exports, oldest request first. */
  async listOpen(): Promise<string[]> {
    return this.ids(`state IN ('queued', 'running')`);
  }

  async listExpired(): Promise<string[]> {
    return this.ids('expires_at <= now()');
  }

  async listOf(organizationId: string): Promise<string[]> {
    return this.ids('organization_id = $1', [organizationId]);
  }

  /** The hash of its archive, if it has one; null also when there is no such export. */
  async delete(id: string): Promise<string | null> {
    const rows = await this.db.query<{ content_sha256: string | null }>(
      `DELETE FROM organization_exports WHERE id = $1 RETURNING content_sha256`,
      [id],
    );
    return rows[0]?.content_sha256 ?? null;
  }

  private async ids(condition: string, parameters: unknown[] = []): Promise<string[]> {
    const sql = `SELECT id FROM organization_exports WHERE ${condition} ORDER BY id`;
    return (await this.db.query<{ id: string }>(sql, parameters)).map(({ id }) => id);
  }
}
