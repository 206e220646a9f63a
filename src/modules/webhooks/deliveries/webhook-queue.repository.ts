import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { Signals } from '../../../common/database/signals.js';

/** Name of the signal that an endpoint has something due; its subject is the endpoint's id. */
export const WEBHOOKS_DUE = 'webhooks';

/** A delivery to be. */
export interface NewDelivery {
  id: string;
  endpoint_id: string;
  event_id: string;
}

/** What is put into the queues of endpoints; all of it in the step `webhooks` before commit, under the organization's lock. */
@Injectable()
export class WebhookQueueRepository {
  constructor(
    private readonly db: Database,
    private readonly signals: Signals,
  ) {}

  async create(endpointId: string): Promise<void> {
    await this.db.query(`INSERT INTO webhook_queues (endpoint_id) VALUES ($1)`, [endpointId]);
  }

  /** Takes the endpoint's deliveries for the rest of the transaction. Answers whether the endpoint is there still. */
  async lock(endpointId: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT FROM webhook_queues WHERE endpoint_id = $1 FOR UPDATE`, [endpointId]);
    return rows.length > 0;
  }

  /** Nothing is delivered to the endpoint any more, not even by who is just doing so. */
  async delete(endpointId: string): Promise<void> {
    await this.db.query(`DELETE FROM webhook_queues WHERE endpoint_id = $1`, [endpointId]);
  }

  /** How many deliveries wait, counted up to `most`. */
  async countWaiting(endpointId: string, most: number): Promise<number> {
    const [{ count } = { count: '0' }] = await this.db.query<{ count: string }>(
      `SELECT count(*) FROM (SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'pending' LIMIT $2) d`,
      [endpointId, most],
    );
    return Number(count);
  }

  /**
   * Puts deliveries at the end of their endpoints' queues, in the order given, and wakes whoever makes them. What was
   * withdrawn, perhaps since the caller looked, is left out.
   */
  async append(deliveries: readonly NewDelivery[]): Promise<void> {
    const columns = [
      deliveries.map(({ id }) => id),
      deliveries.map(({ endpoint_id }) => endpoint_id),
      deliveries.map(({ event_id }) => event_id),
    ];
    await this.db.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, event_id)
       SELECT d.id, d.endpoint_id, d.event_id
       FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY d (id, endpoint_id, event_id, number)
         JOIN webhook_events v ON v.id = d.event_id AND v.withdrawn_at IS NULL
       ORDER BY d.number`,
      columns,
    );
    const endpointIds = [...new Set(deliveries.map(({ endpoint_id }) => endpoint_id))];
    // Locks each row even where nothing changes: a process that finds the queue empty just now must see these next.
    // What is due later stays so: these wait behind it.
    await this.db.query(
      `UPDATE webhook_queues SET due_at = coalesce(due_at, now()) WHERE endpoint_id = ANY ($1::text[])`,
      [endpointIds],
    );
    await this.signals.sendEach(WEBHOOKS_DUE, endpointIds);
  }

  /** Nobody is told of the events who was not told yet. */
  async cancelEvents(eventIds: readonly string[]): Promise<void> {
    const queues = await this.db.query<{ endpoint_id: string }>(
      `SELECT endpoint_id FROM webhook_queues
       WHERE endpoint_id IN (SELECT endpoint_id FROM webhook_deliveries WHERE event_id = ANY ($1::text[]) AND state = 'pending')
       ORDER BY endpoint_id FOR UPDATE`,
      [eventIds],
    );
    await this.db.query(
      `UPDATE webhook_deliveries SET state = 'cancelled', next_attempt_at = NULL, finished_at = now()
       WHERE event_id = ANY ($1::text[]) AND state = 'pending'`,
      [eventIds],
    );
    for (const { endpoint_id } of queues) await this.wake(endpoint_id);
  }

  /**
   * After what waits was changed: who delivers reads it anew, now, unless the endpoint is off. It is not failing any more
   * when nothing is left that was tried.
   */
  async wake(endpointId: string): Promise<void> {
    await this.db.query(
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

  /** As {@link wake}, and what failed before is forgotten: what comes first is due now. */
  async restart(endpointId: string): Promise<void> {
    await this.db.query(`UPDATE webhook_queues SET failing_since = NULL WHERE endpoint_id = $1`, [endpointId]);
    await this.db.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = (
         SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'pending' ORDER BY position LIMIT 1)`,
      [endpointId],
    );
    await this.wake(endpointId);
  }

  /** What waits goes on waiting. */
  async halt(endpointId: string): Promise<void> {
    await this.db.query(`UPDATE webhook_queues SET due_at = NULL, version = version + 1 WHERE endpoint_id = $1`, [
      endpointId,
    ]);
  }
}
