import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
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

@Injectable()
export class WebhookEventRepository {
  constructor(private readonly db: Database) {}

  /** Locks the organization's webhooks until the transaction ends. Call it only in the step `webhooks` before commit. */
  async lockOrganization(organizationId: string): Promise<void> {
    await this.db.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [organizationId]);
  }

  /** Ids of enabled endpoints that subscribe to the type. */
  async listSubscribed(organizationId: string, type: WebhookEventName): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM webhook_endpoints WHERE organization_id = $1 AND enabled AND $2 = ANY (events) ORDER BY id`,
      [organizationId, type],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Event ids from `from` (inclusive) to `to` (exclusive), in delivery order, without tests, withdrawn events and those older than
   * receivers remember. Locked against deletion until the transaction ends.
   */
  async listIds(organizationId: string, { from, to, types }: EventRange, rowCount: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM webhook_events
       WHERE organization_id = $1 AND occurred_at >= $2 AND occurred_at < $3 AND type = ANY ($4::text[])
         AND type <> 'webhook.test' AND withdrawn_at IS NULL AND occurred_at > now() - interval '30 days'
       ORDER BY position LIMIT $5 FOR KEY SHARE`,
      [organizationId, from, to, types, rowCount],
    );
    return rows.map(({ id }) => id);
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
