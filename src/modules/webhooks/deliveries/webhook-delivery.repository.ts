import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { ListDeliveriesQuery } from './dto/delivery.request.js';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

/** A delivery with its event and last result. */
export type DeliveryRow = Omit<WebhookDelivery, 'position'> & {
  event: string;
  occurred_at: Date;
  last_status: number | null;
  last_error: string | null;
};

const EVENT = 'JOIN webhook_events v ON v.id = d.event_id';
const SELECT = `SELECT d.id, d.endpoint_id, d.event_id, d.state, d.attempts, d.next_attempt_at, d.created_at, d.finished_at,
    v.type AS event, v.occurred_at, a.status AS last_status, a.error AS last_error
  FROM webhook_deliveries d ${EVENT}
    LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts`;

@Injectable()
export class WebhookDeliveryRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  async list(
    endpointId: string,
    filter: ListDeliveriesQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<DeliveryRow>> {
    const conditions = conditionsOf(endpointId, filter);
    const page = new SqlConditions(conditions);
    if (afterId !== null) page.add((p) => `d.id < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    const events = conditions.sql.includes('v.') ? EVENT : '';
    return this.db.list<DeliveryRow>(
      { sql: `${SELECT} WHERE ${page.sql} ORDER BY d.id DESC LIMIT ${limit}`, parameters: page.parameters },
      { sql: `FROM webhook_deliveries d ${events} WHERE ${conditions.sql}`, parameters: conditions.parameters },
    );
  }

  async find(endpointId: string, id: string): Promise<DeliveryRow | null> {
    const [row] = await this.db.query<DeliveryRow>(`${SELECT} WHERE d.id = $1 AND d.endpoint_id = $2`, [
      id,
      endpointId,
    ]);
    return row ?? null;
  }

  /** Last attempts, newest first. */
  listAttempts(deliveryId: string, rowCount: number): Promise<WebhookAttempt[]> {
    return this.db
      .repository(WebhookAttempt)
      .find({ where: { delivery_id: deliveryId }, order: { number: 'DESC' }, take: rowCount });
  }

  /** Queues the delivery again, in its old place and due now. @returns false if its event was withdrawn */
  async retry(id: string): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE webhook_deliveries d SET state = 'pending', next_attempt_at = now(), finished_at = NULL
       FROM webhook_events v WHERE d.id = $1 AND v.id = d.event_id AND v.withdrawn_at IS NULL RETURNING d.id`,
      [id],
    );
    return rows.length > 0;
  }

  /** @returns whether the delivery was waiting */
  async cancel(id: string): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE webhook_deliveries SET state = 'cancelled', next_attempt_at = NULL, finished_at = now()
       WHERE id = $1 AND state = 'pending' RETURNING id`,
      [id],
    );
    return rows.length > 0;
  }

  /** Deletes some deliveries that ended this many days ago, with their attempts. @returns how many */
  async deleteFinished(days: number, rowCount: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries WHERE finished_at < now() - make_interval(days => $1)
         LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [days, rowCount],
    );
    return rows.length;
  }

  /** Endpoints with a delivery waiting for this many days. */
  async listOverdueEndpoints(days: number): Promise<string[]> {
    const rows = await this.db.query<{ endpoint_id: string }>(
      `SELECT DISTINCT endpoint_id FROM webhook_deliveries
       WHERE state = 'pending' AND created_at < now() - make_interval(days => $1)`,
      [days],
    );
    return rows.map(({ endpoint_id }) => endpoint_id);
  }

  /** Fails some deliveries waiting for this many days. @returns how many */
  async failOverdue(endpointId: string, days: number, rowCount: number): Promise<number> {
    const rows = await this.db.query(
      `UPDATE webhook_deliveries SET state = 'failed', next_attempt_at = NULL, finished_at = now() WHERE id IN (
         SELECT id FROM webhook_deliveries
         WHERE endpoint_id = $1 AND state = 'pending' AND created_at < now() - make_interval(days => $2) LIMIT $3)
       RETURNING id`,
      [endpointId, days, rowCount],
    );
    return rows.length;
  }

  /** Deletes some deliveries of deleted endpoints, with their attempts. @returns how many */
  async deleteOfDeletedEndpoints(rowCount: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT d.id FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
         WHERE e.deleted_at IS NOT NULL LIMIT $1 FOR UPDATE OF d SKIP LOCKED)
       RETURNING id`,
      [rowCount],
    );
    return rows.length;
  }

  /** Deletes some old attempts of waiting deliveries. @returns how many */
  async deleteAttempts(days: number, rowCount: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM webhook_attempts WHERE (delivery_id, number) IN (
         SELECT delivery_id, number FROM webhook_attempts WHERE started_at < now() - make_interval(days => $1)
         LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING delivery_id`,
      [days, rowCount],
    );
    return rows.length;
  }
}

function conditionsOf(endpointId: string, { state, event, from, to }: ListDeliveriesQuery): SqlConditions {
  const conditions = new SqlConditions().add((p) => `d.endpoint_id = ${p(endpointId)}`);
  if (state !== undefined) conditions.add((p) => `d.state = ${p(state)}`);
  if (event !== undefined) conditions.add((p) => `v.type = ${p(event)}`);
  if (from !== undefined) conditions.add((p) => `v.occurred_at >= ${p(from)}`);
  if (to !== undefined) conditions.add((p) => `v.occurred_at < ${p(to)}`);
  return conditions;
}
