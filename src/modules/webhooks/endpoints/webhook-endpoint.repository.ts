import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { WebhookEndpoint, type DisabledReason } from './webhook-endpoint.entity.js';

/** Without secrets, with the start of its failures. Excludes deleted endpoints. */
export type EndpointRow = Omit<WebhookEndpoint, 'sealed_secret' | 'sealed_previous_secret' | 'deleted_at'> & {
  failing_since: Date | null;
};

const COLUMNS = `e.id, e.organization_id, e.url, e.description, e.events, e.format, e.enabled, e.disabled_reason, e.disabled_at,
  e.previous_secret_until, e.created_by, e.row_version, e.created_at, e.updated_at, q.failing_since`;
/** Excludes deleted endpoints, which have no queue. */
const ENDPOINTS = `webhook_endpoints e JOIN webhook_queues q ON q.endpoint_id = e.id`;

@Injectable()
export class WebhookEndpointRepository {
  constructor(private readonly db: Database) {}

  async insert(endpoint: WebhookEndpoint): Promise<void> {
    await this.db.repository(WebhookEndpoint).insert(endpoint);
  }

  count(organizationId: string): Promise<number> {
    return this.db.repository(WebhookEndpoint).countBy({ organization_id: organizationId, deleted_at: IsNull() });
  }

  async list(organizationId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<EndpointRow>> {
    return this.db.list<EndpointRow>(
      {
        sql: `SELECT ${COLUMNS} FROM ${ENDPOINTS} WHERE e.organization_id = $1 AND ($2::text IS NULL OR e.id < $2)
              ORDER BY e.id DESC LIMIT $3`,
        parameters: [organizationId, afterId, rowCount],
      },
      { sql: `FROM webhook_endpoints WHERE organization_id = $1 AND deleted_at IS NULL`, parameters: [organizationId] },
    );
  }

  async find(organizationId: string, id: string): Promise<EndpointRow | null> {
    const [row] = await this.db.query<EndpointRow>(
      `SELECT ${COLUMNS} FROM ${ENDPOINTS} WHERE e.id = $1 AND e.organization_id = $2`,
      [id, organizationId],
    );
    return row ?? null;
  }

  /** Locks the endpoint until the transaction ends; events are still queued. Null if it was deleted, also while waiting for the lock. */
  async lock(id: string, organizationId: string | null = null): Promise<EndpointRow | null> {
    const [row] = await this.db.query<EndpointRow>(
      `SELECT ${COLUMNS} FROM ${ENDPOINTS} WHERE e.id = $1 AND e.organization_id = coalesce($2, e.organization_id)
         AND e.deleted_at IS NULL
       FOR NO KEY UPDATE OF e`,
      [id, organizationId],
    );
    return row ?? null;
  }

  /** Writes the editable columns and increments the version. */
  async update(endpoint: EndpointRow): Promise<void> {
    const { id, url, description, events, format, enabled, disabled_reason } = endpoint;
    await this.db.defer(
      `UPDATE webhook_endpoints SET url = $2, description = $3, events = $4, enabled = $5, disabled_reason = $6, format = $7,
              disabled_at = CASE WHEN $5 THEN NULL ELSE coalesce(disabled_at, now()) END,
              row_version = row_version + 1, updated_at = now()
       WHERE id = $1`,
      [id, url, description, events, enabled, disabled_reason, format],
    );
  }

  async disable(id: string, reason: DisabledReason): Promise<void> {
    await this.db.defer(
      `UPDATE webhook_endpoints SET enabled = false, disabled_reason = $2, disabled_at = now(),
              row_version = row_version + 1, updated_at = now()
       WHERE id = $1`,
      [id, reason],
    );
  }

  /** Replaces the secret; the current one also signs for `graceSeconds`. */
  async rotate(id: string, sealedSecret: Buffer, graceSeconds: number): Promise<void> {
    await this.db.defer(
      `UPDATE webhook_endpoints SET sealed_secret = $2,
              sealed_previous_secret = CASE WHEN $3::integer > 0 THEN sealed_secret END,
              previous_secret_until = CASE WHEN $3::integer > 0 THEN now() + make_interval(secs => $3::integer) END,
              row_version = row_version + 1, updated_at = now()
       WHERE id = $1`,
      [id, sealedSecret, graceSeconds],
    );
  }

  /** Hides the endpoint and erases its secrets; its deliveries, possibly millions, are deleted later. */
  async delete(id: string): Promise<void> {
    await this.db.defer(
      `UPDATE webhook_endpoints SET url = '', description = NULL, sealed_secret = NULL, sealed_previous_secret = NULL,
              previous_secret_until = NULL, enabled = false, disabled_reason = coalesce(disabled_reason, 'manual'),
              disabled_at = coalesce(disabled_at, now()), deleted_at = now(), row_version = row_version + 1
       WHERE id = $1`,
      [id],
    );
  }

  /** Stops all deliveries to the organization, whose endpoints are about to be deleted. */
  async deleteQueues(organizationId: string): Promise<void> {
    await this.db.query(
      `DELETE FROM webhook_queues q USING webhook_endpoints e WHERE e.id = q.endpoint_id AND e.organization_id = $1`,
      [organizationId],
    );
  }

  /** Removes deleted endpoints without deliveries. */
  async deleteRemains(): Promise<void> {
    await this.db.query(
      `DELETE FROM webhook_endpoints e WHERE e.deleted_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id)`,
    );
  }
}
