import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { ID_DIGITS } from '../../../common/ids/type-id.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import { signalOf } from '../../../common/database/signals.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { WEBHOOKS_DUE } from '../deliveries/webhook-queue.repository.js';
import type { WebhookEventName } from './event-types.js';
import type { WebhookEvent } from './webhook-event.entity.js';

/** An event to insert; its row sets the time. */
export type NewWebhookEvent = Pick<WebhookEvent, 'id' | 'organization_id' | 'data' | 'comment_id'> & {
  type: WebhookEventName;
};

/** RFC 3339 times. */
export interface EventRange {
  from: string;
  to: string;
  types: readonly string[];
}

export interface FeedFilter {
  /** RFC 3339 time. */
  from?: string;
  event?: WebhookEventName;
}

/** Older events are deleted bit by bit; receivers forget them. */
const KEPT = `occurred_at > now() - interval '30 days'`;

const ENDPOINTS_LOCK = `hashtextextended('webhook endpoints ' || $1, 0)`;
const ORDER_LOCK = `hashtextextended('webhooks ' || $1, 0)`;

/** SQL: a character of an id by its value. */
const digit = (value: string): string => `substr('${ID_DIGITS}', 1 + (${value})::int, 1)`;

@Injectable()
export class WebhookEventRepository {
  constructor(private readonly db: Database) {}

  /**
   * Locks the organization's endpoints and the order of its events until the transaction ends, from the next statement on. Call it only in the
   * step `webhooks` before commit.
   */
  async lockOrganization(organizationId: string): Promise<void> {
    await this.db.defer(`SELECT pg_advisory_xact_lock(${ENDPOINTS_LOCK})`, [organizationId]);
    await this.db.defer(`SELECT pg_advisory_xact_lock(${ORDER_LOCK})`, [organizationId]);
  }

  /**
   * {@link lockOrganization} for an event. Only deliveries have an order, so events without an endpoint do not wait for each other; the
   * shared lock keeps endpoints from being created meanwhile.
   */
  async lockForEvent(organizationId: string, type: WebhookEventName): Promise<void> {
    await this.db.defer(`SELECT pg_advisory_xact_lock_shared(${ENDPOINTS_LOCK})`, [organizationId]);
    await this.db.defer(
      `SELECT pg_advisory_xact_lock(${ORDER_LOCK}) WHERE EXISTS (
         SELECT FROM webhook_endpoints WHERE organization_id = $1 AND enabled AND $2 = ANY (events))`,
      [organizationId, type],
    );
  }

  /**
   * Event ids from `from` (inclusive) to `to` (exclusive), in delivery order, without tests, withdrawn events and those older than
   * receivers remember. Locked against deletion until the transaction ends.
   */
  async listIds(organizationId: string, { from, to, types }: EventRange, rowCount: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM webhook_events
       WHERE organization_id = $1 AND occurred_at >= $2 AND occurred_at < $3 AND type = ANY ($4::text[])
         AND type <> 'webhook.test' AND withdrawn_at IS NULL AND ${KEPT}
       ORDER BY position LIMIT $5 FOR KEY SHARE`,
      [organizationId, from, to, types, rowCount],
    );
    return rows.map(({ id }) => id);
  }

  /** Position of an event of the last 30 days; null for others. */
  async findPosition(organizationId: string, id: string): Promise<string | null> {
    const [row] = await this.db.query<{ position: string }>(
      `SELECT position FROM webhook_events WHERE id = $2 AND organization_id = $1 AND ${KEPT}`,
      [organizationId, id],
    );
    return row?.position ?? null;
  }

  /**
   * The highest position below which no event appears later: waits for transactions that are recording an event. Holds the lock, for which
   * others wait, as briefly as it can.
   */
  findHorizon(organizationId: string): Promise<string> {
    return this.db.transaction(async () => {
      await this.db.defer(`SELECT pg_advisory_xact_lock(${ENDPOINTS_LOCK})`, [organizationId]);
      const [row] = await this.db.query<{ position: string }>(
        `SELECT coalesce(max(position), 0) AS position FROM webhook_events WHERE organization_id = $1`,
        [organizationId],
      );
      return row!.position;
    });
  }

  /** Events between two positions, the second included, oldest first, without tests and withdrawn ones. */
  async listBetween(
    organizationId: string,
    [after, horizon]: readonly [string, string],
    { from, event }: FeedFilter,
    rowCount: number,
  ): Promise<KeysetRows<WebhookEvent>> {
    const conditions = new SqlConditions();
    conditions.add(
      (p) => `organization_id = ${p(organizationId)} AND position > ${p(after)} AND position <= ${p(horizon)}`,
    );
    conditions.add(() => `type <> 'webhook.test' AND withdrawn_at IS NULL AND ${KEPT}`);
    if (from !== undefined) conditions.add((p) => `occurred_at >= ${p(from)}`);
    if (event !== undefined) conditions.add((p) => `type = ${p(event)}`);
    const page = new SqlConditions(conditions);
    const limit = page.parameter(rowCount);
    return this.db.list<WebhookEvent>(
      {
        sql: `SELECT * FROM webhook_events WHERE ${page.sql} ORDER BY position LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM webhook_events WHERE ${conditions.sql}`, parameters: conditions.parameters },
    );
  }

  /** Deletes some old events without deliveries. @returns how many */
  async deleteOld(days: number, rowCount: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM webhook_events WHERE id IN (
         SELECT e.id FROM webhook_events e
         WHERE e.occurred_at < now() - make_interval(days => $1)
           AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id)
         LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [days, rowCount],
    );
    return rows.length;
  }

  /**
   * Inserts the event, with a delivery for each enabled endpoint that subscribes to it, and wakes their queues, with the next statement of the
   * transaction. Call it after {@link lockForEvent}, in the step `webhooks` before commit. An event without deliveries is kept: an endpoint
   * created later may replay it.
   * @param deliveryId the ids of the deliveries differ from it in the last two characters, of which there are more than endpoints
   */
  async publish(event: NewWebhookEvent, deliveryId: string): Promise<void> {
    const { id, organization_id, type, data, comment_id } = event;
    await this.db.defer(
      `WITH subscribed AS (
         SELECT id, row_number() OVER (ORDER BY id) AS number
         FROM webhook_endpoints WHERE organization_id = $2 AND enabled AND $3 = ANY (events)),
       event AS (
         INSERT INTO webhook_events (id, organization_id, type, data, occurred_at, comment_id)
         VALUES ($1, $2, $3, $4, clock_timestamp(), $5)),
       delivery AS (
         INSERT INTO webhook_deliveries (id, endpoint_id, event_id)
         SELECT left($6, -2) || ${digit('number / 32')} || ${digit('number % 32')}, id, $1 FROM subscribed ORDER BY number),
       woken AS (
         UPDATE webhook_queues SET due_at = coalesce(due_at, now())
         WHERE endpoint_id IN (SELECT id FROM subscribed) RETURNING endpoint_id)
       SELECT ${signalOf(WEBHOOKS_DUE, 'endpoint_id')} FROM woken`,
      [id, organization_id, type, data, comment_id, deliveryId],
    );
  }

  /** Uses the clock of the database, common to all nodes. */
  async insert({ id, organization_id, type, data, comment_id }: NewWebhookEvent): Promise<void> {
    await this.db.query(
      `INSERT INTO webhook_events (id, organization_id, type, data, occurred_at, comment_id)
       VALUES ($1, $2, $3, $4, clock_timestamp(), $5)`,
      [id, organization_id, type, data, comment_id],
    );
  }

  /** Withdraws events about the comment, except its deletion. @returns their ids */
  async withdraw(organizationId: string, commentId: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE webhook_events SET withdrawn_at = now()
       WHERE comment_id = $2 AND organization_id = $1 AND withdrawn_at IS NULL AND type <> 'comment.deleted' RETURNING id`,
      [organizationId, commentId],
    );
    return rows.map(({ id }) => id);
  }
}
