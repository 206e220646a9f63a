import { randomBytes } from 'node:crypto';
import { Secrets } from '../../src/common/crypto/secrets.js';
import { newId } from '../../src/common/ids/type-id.js';
import { WEBHOOK_SECRETS, type WebhookFormat } from '../../src/modules/webhooks/endpoints/webhook-endpoint.entity.js';
import type { TestSql } from '../support/database/test-sql.js';
import { until } from '../support/until.js';

/** SECRET_KEY of services whose database this factory fills: secrets of endpoints are sealed with it. */
export const WEBHOOK_TEST_KEY = 'ab'.repeat(32);

export interface TestEndpoint {
  id: string;
  organizationId: string;
  /** `whsec_…` */
  secret: string;
}

/** How a delivery stands. */
export interface DeliveryRow {
  id: string;
  event_id: string;
  state: string;
  attempts: number;
  pause_ms: number | null;
}

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Puts endpoints and events into the database, the way the service does. */
export class WebhookFactory {
  private readonly secrets = new Secrets(Buffer.from(WEBHOOK_TEST_KEY, 'hex'));

  constructor(private readonly sql: TestSql) {}

  async endpoint(
    url: string,
    options: {
      organization: { id: string };
      events?: string[];
      format?: WebhookFormat;
      previousSecret?: string;
      previousEnded?: boolean;
    },
  ): Promise<TestEndpoint> {
    const { organization, events = ['document.created'], format, previousSecret, previousEnded = false } = options;
    const id = newId('webhook');
    const secret = newWebhookSecret();
    await this.sql.insert('webhook_endpoints', {
      id,
      organization_id: organization.id,
      url,
      events,
      format: format ?? 'standard',
      sealed_secret: this.seal(secret),
      sealed_previous_secret: previousSecret && this.seal(previousSecret),
      previous_secret_until: previousSecret && new Date(Date.now() + (previousEnded ? -1_000 : 3_600_000)),
    });
    await this.sql.insert('webhook_queues', { endpoint_id: id });
    return { id, organizationId: organization.id, secret };
  }

  /** Creates events for the endpoint in one transaction; returns their ids in order. */
  async tell({ id, organizationId }: TestEndpoint, count = 1): Promise<string[]> {
    const events = Array.from({ length: count }, () => newId('webhook_event'));
    const deliveries = events.map(() => newId('webhook_delivery'));
    await this.sql.query(
      `WITH event AS (
         INSERT INTO webhook_events (id, organization_id, type, data, occurred_at)
         SELECT id, $2, 'document.created', jsonb_build_object('document_id', 'doc_' || number), clock_timestamp()
         FROM unnest($3::text[]) WITH ORDINALITY e (id, number)
       ), delivery AS (
         INSERT INTO webhook_deliveries (id, endpoint_id, event_id)
         SELECT id, $1, event_id FROM unnest($4::text[], $3::text[]) WITH ORDINALITY d (id, event_id, number) ORDER BY number
       ), queue AS (
         UPDATE webhook_queues SET due_at = coalesce(due_at, now()) WHERE endpoint_id = $1
       ) SELECT pg_notify('service_signals', 'webhooks ' || $1)`,
      [id, organizationId, events, deliveries],
    );
    return events;
  }

  /** Lets the pause before the next attempt be over. */
  async skipPause({ id }: TestEndpoint): Promise<void> {
    await this.sql.query(
      `WITH delivery AS (UPDATE webhook_deliveries SET next_attempt_at = now() WHERE endpoint_id = $1 AND state = 'pending'),
         queue AS (UPDATE webhook_queues SET due_at = now() WHERE endpoint_id = $1)
       SELECT pg_notify('service_signals', 'webhooks ' || $1)`,
      [id],
    );
  }

  /** Of the endpoint, in the order of its events. */
  deliveries({ id }: TestEndpoint): Promise<DeliveryRow[]> {
    return this.sql.query<DeliveryRow>(
      `SELECT id, event_id, state, attempts, extract(epoch FROM next_attempt_at - now())::float8 * 1000 AS pause_ms
       FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY position`,
      [id],
    );
  }

  /** Of all its deliveries, in the order in which they were made. */
  attempts<Row extends object = Record<string, unknown>>({ id }: TestEndpoint): Promise<Row[]> {
    return this.sql.query<Row>(
      `SELECT a.* FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
       WHERE d.endpoint_id = $1 ORDER BY a.started_at, a.number`,
      [id],
    );
  }

  /** Waits until no delivery of the endpoint is in another state. */
  waitForState(endpoint: TestEndpoint, state: string): Promise<DeliveryRow[]> {
    return this.waitUntil(endpoint, (rows) => rows.every((row) => row.state === state));
  }

  /** Waits until the endpoint's deliveries are as wanted. */
  waitUntil(endpoint: TestEndpoint, isSo: (rows: DeliveryRow[]) => boolean): Promise<DeliveryRow[]> {
    return until(() => this.deliveries(endpoint), isSo);
  }

  private seal(secret: string): Buffer {
    return this.secrets.encrypt(Buffer.from(secret), WEBHOOK_SECRETS);
  }
}
