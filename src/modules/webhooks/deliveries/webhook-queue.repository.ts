import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { Signals } from '../../../common/database/signals.js';

/** Signal that an endpoint has something due, with the endpoint's id. */
export const WEBHOOKS_DUE = 'webhooks';

/** A delivery to insert. */
export interface NewDelivery {
  id: string;
  endpoint_id: string;
  event_id: string;
}

/** Fills the queues of endpoints, in the step `webhooks` before commit, under the organization's lock. */
@Injectable()
export class WebhookQueueRepository {
  constructor(
    private readonly db: Database,
    private readonly signals: Signals,
  ) {}

  async create(endpointId: string): Promise<void> {
    await this.db.query(`INSERT INTO webhook_queues (endpoint_id) VALUES ($1)`, [endpointId]);
  }

  /** Locks the endpoint's queue until the transaction ends. @returns whether the endpoint exists */
  async lock(endpointId: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT FROM webhook_queues WHERE endpoint_id = $1 FOR UPDATE`, [endpointId]);
    return rows.length > 0;
  }

  /** Stops deliveries to the endpoint, also by a process that is delivering. */
  async delete(endpointId: string): Promise<void> {
    await this.db.query(`DELETE FROM webhook_queues WHERE endpoint_id = $1`, [endpointId]);
  }

  /** Waiting deliveries, counted up to `most`. */
  async countWaiting(endpointId: string, most: number): Promise<number> {
    const [{ count } = { count: '0' }] = await this.db.query<{ count: string }>(
      `SELECT count(*) FROM (SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'pending' LIMIT $2) d`,
      [endpointId, most],
    );
    return Number(count);
  }

  /** Appends deliveries in the given order and wakes the dispatcher. Skips events withdrawn up to now. */
  async append(deliveries: readonly NewDelivery[]): Promise<void> {
    const columns = [
      deliveries.map(({ id }) => id),
      deliveries.map(({ endpoint_id }) => endpoint_id),
      deliveries.map(({ event_id }) => event_id),
    ];
    await this.db.defer(
      `INSERT INTO webhook_deliveries (id, endpoint_id, event_id)
       SELECT d.id, d.endpoint_id, d.event_id
       FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY d (id, endpoint_id, event_id, number)
         JOIN webhook_events v ON v.id = d.event_id AND v.withdrawn_at IS NULL
       ORDER BY d.number`,
      columns,
    );
    const endpointIds = [...new Set(deliveries.map(({ endpoint_id }) => endpoint_id))];
    // Locks even unchanged rows: a process that just found the queue empty must see these. A later due time stays: these wait behind it.
    await this.db.defer(
      `UPDATE webhook_queues SET due_at = coalesce(due_at, now()) WHERE endpoint_id = ANY ($1::text[])`,
      [endpointIds],
    );
    await this.signals.sendEach(WEBHOOKS_DUE, endpointIds);
  }

  /** Cancels the undelivered deliveries of the events. */
  async cancelEvents(eventIds: readonly string[]): Promise<void> {
    const queues = await this.db.query<{ endpoint_id: string }>(
      `SELECT endpoint_id FROM webhook_queues
       WHERE endpoint_id IN (SELECT endpoint_id FROM webhook_deliveries WHERE event_id = ANY ($1::text[]) AND state = 'pending')
       ORDER BY endpoint_id FOR UPDATE`,
      [eventIds],
    );
    await this.db.defer(
      `UPDATE webhook_deliveries SET state = 'cancelled', next_attempt_at = NULL, finished_at = now()
       WHERE event_id = ANY ($1::text[]) AND state = 'pending'`,
      [eventIds],
    );
    for (const { endpoint_id } of queues) await this.wake(endpoint_id);
  }

  /** After a change of waiting deliveries: due now, unless the endpoint is off. Resets the failure if no attempted delivery is left. */
  async wake(endpointId: string): Promise<void> {
    await this.db.defer(
      `UPDATE webhook_queues q SET version = q.version + 1,
         due_at = CASE WHEN e.enabled THEN now() ELSE q.due_at END,
         failing_since = CASE WHEN (
           SELECT attempts FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'pending' ORDER BY position LIMIT 1
         ) > 0 THEN q.failing_since END
       FROM webhook_endpoints e WHERE q.endpoint_id = $1 AND e.id = q.endpoint_id`,
      [endpointId],
    );
    await this.signals.send(WEBHOOKS_DUE, endpointId);
  }

  /** Like {@link wake}, but forgets failures: the first delivery is due now. */
  async restart(endpointId: string): Promise<void> {
    await this.db.defer(`UPDATE webhook_queues SET failing_since = NULL WHERE endpoint_id = $1`, [endpointId]);
    await this.db.defer(
      `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = (
         SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'pending' ORDER BY position LIMIT 1)`,
      [endpointId],
    );
    await this.wake(endpointId);
  }

  /** Waiting deliveries keep waiting. */
  async halt(endpointId: string): Promise<void> {
    await this.db.defer(`UPDATE webhook_queues SET due_at = NULL, version = version + 1 WHERE endpoint_id = $1`, [
      endpointId,
    ]);
  }
}
