import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { OrganizationDeletion } from './organization-deletion.entity.js';

export type { OrganizationDeletion } from './organization-deletion.entity.js';

/** What is counted of an organization before it is removed, and where. */
const COUNTED = {
  users: 'users',
  documents: 'documents',
  comments: 'comments',
  chat_sessions: 'chat_sessions',
  audit_events: 'audit_records',
};

@Injectable()
export class OrganizationDeletionRepository {
  constructor(private readonly db: Database) {}

  find(organizationId: string): Promise<OrganizationDeletion | null> {
    return this.db.repository(OrganizationDeletion).findOneBy({ organization_id: organizationId });
  }

  /** Goes before the organization whose people it mirrors. */
  async findSandbox(organizationId: string): Promise<string | null> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT organization_id AS id FROM sandboxes WHERE live_organization_id = $1`,
      [organizationId],
    );
    return rows[0]?.id ?? null;
  }

  /** Null when a deletion is already scheduled. */
  async insert(organizationId: string, requestedBy: string, days: number): Promise<OrganizationDeletion | null> {
    const rows = await this.db.query<OrganizationDeletion>(
      `INSERT INTO organization_deletions (organization_id, requested_by, due_at)
       VALUES ($1, $2, now() + make_interval(days => $3)) ON CONFLICT DO NOTHING RETURNING *`,
      [organizationId, requestedBy, days],
    );
    return rows[0] ?? null;
  }

  /** Makes the deletion due now, and schedules it if necessary. */
  async hasten(organizationId: string): Promise<void> {
    await this.db.query(
      `INSERT INTO organization_deletions (organization_id, due_at) VALUES ($1, now())
       ON CONFLICT (organization_id) DO UPDATE SET due_at = least(organization_deletions.due_at, excluded.due_at)`,
      [organizationId],
    );
  }

  /** False when no deletion is scheduled, or it is in progress. */
  async cancel(organizationId: string): Promise<boolean> {
    const rows = await this.db.query(
      `DELETE FROM organization_deletions WHERE organization_id = $1 AND closed_at IS NULL RETURNING 1`,
      [organizationId],
    );
    return rows.length > 0;
  }

  /** Unfinished deletions that are due, earliest first. */
  listDue(): Promise<string[]> {
    return this.ids('due_at <= now() AND finished_at IS NULL');
  }

  /** Those that were finished within the last day. */
  listFinished(): Promise<string[]> {
    return this.ids(`finished_at > now() - interval '1 day'`);
  }

  /** Begins a deletion that is due, which counts what there is; `begun` is false when that was done before, null when it is not due. */
  async begin(organizationId: string): Promise<boolean | null> {
    const found = await this.find(organizationId);
    if (!found || found.finished_at !== null) return null;
    if (found.closed_at !== null) return false;
    const counts = Object.entries(COUNTED).map(
      ([name, rows]) => `'${name}', (SELECT count(*) FROM ${rows} WHERE organization_id = $1)`,
    );
    const rows = await this.db.query(
      `UPDATE organization_deletions SET closed_at = now(), removed = jsonb_build_object(${counts.join(', ')})
       WHERE organization_id = $1 AND due_at <= now() RETURNING 1`,
      [organizationId],
    );
    return rows.length > 0 ? true : null;
  }

  async finish(organizationId: string): Promise<OrganizationDeletion> {
    const rows = await this.db.query<OrganizationDeletion>(
      `UPDATE organization_deletions SET finished_at = now() WHERE organization_id = $1 RETURNING *`,
      [organizationId],
    );
    return rows[0]!;
  }

  private async ids(condition: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT organization_id AS id FROM organization_deletions WHERE ${condition} ORDER BY due_at`,
    );
    return rows.map(({ id }) => id);
  }
}
