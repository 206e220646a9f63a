import { Injectable } from '@nestjs/common';
import { BoundedPool } from '../../../common/limits/bounded-pool.js';
import { storableJson } from '@amks/language/text/cut-text.js';
import { Database } from '../../../common/database/database.js';
import type { Attempt, Outcome, PendingDelivery, ServedEndpoint } from './delivery.types.js';

/** Seconds that a lease lasts unless renewed. */
export const LEASE_SECONDS = 30;

/** Days of failures only, after which an endpoint is disabled. */
const DAYS_OF_FAILURE = 3;

/** Maximum concurrent statements; the other connections serve requests. */
const CONNECTIONS = 4;
/** Maximum waiting statements, more than concurrent deliveries. */
const MAX_WAITING = 10_000;

const LEASE_END = `now() + interval '${LEASE_SECONDS} s'`;

/** The right to deliver to an endpoint. Void after it expired and another process claimed it. */
export interface Lease {
  endpoint_id: string;
  leased_by: string;
  /** Whether the last attempt failed. */
  is_failing: boolean;
}

/** Waiting deliveries of all organizations. */
export interface Backlog {
  pending: number;
  /** Of the endpoint whose queue is overdue longest. */
  overdue_seconds: number;
  failing: number;
  /** Endpoints that the service disabled, by reason. */
  disabled_gone: number;
  disabled_failing: number;
}

/** State of an endpoint after an attempt. */
export interface Standing {
  /** Whether all attempts failed for {@link DAYS_OF_FAILURE}. */
  is_given_up: boolean;
  /** Like {@link ServedEndpoint.version}; changes with every manual change. */
  version: string;
}

/** The queue is due without a lease, or the lease expired. Times are rounded to milliseconds: what is due now may be half of one ahead. */
const DUE = `((q.leased_until IS NULL AND q.due_at <= now() + interval '1 ms') OR q.leased_until <= now())`;

/** Of the endpoint and its queue. */
const VERSION = `e.row_version || '.' || q.version`;

/** While it holds a queue's row, it waits only for locks of deliveries. It writes nothing after a lease is lost. */
@Injectable()
export class DeliveryQueueRepository {
  private readonly places = new BoundedPool(CONNECTIONS, MAX_WAITING);

  constructor(private readonly db: Database) {}

  /**
   * Claims due queues, longest waiting first: `places` in all, `failingPlaces` of failing endpoints. A claim sets `due_at` to null until
   * something is added. Skips locked rows: a process that adds deliveries wakes all processes on commit.
   */
  async claim(owner: string, places: number, failingPlaces: number): Promise<Lease[]> {
    // Four queries that each use an index, rather than one that reads all queues.
    const due = (column: string, condition: string, limit: string): string =>
      `SELECT endpoint_id, ${column} AS since FROM webhook_queues WHERE ${condition}
       ORDER BY ${column} LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
    const free = `leased_until IS NULL AND due_at <= now() + interval '1 ms'`;
    const lapsed = 'leased_until <= now()';
    return this.query<Lease>(
      `WITH healthy AS (${due('due_at', `${free} AND failing_since IS NULL`, '$2')}),
         failing AS (${due('due_at', `${free} AND failing_since IS NOT NULL`, '$3')}),
         healthy_lapsed AS (${due('leased_until', `${lapsed} AND failing_since IS NULL`, '$2')}),
         failing_lapsed AS (${due('leased_until', `${lapsed} AND failing_since IS NOT NULL`, '$3')}),
         taken AS (
           SELECT * FROM healthy UNION ALL SELECT * FROM healthy_lapsed
           UNION ALL (SELECT * FROM failing UNION ALL SELECT * FROM failing_lapsed ORDER BY since LIMIT $3)
           ORDER BY since LIMIT $2)
       UPDATE webhook_queues q SET leased_by = $1, leased_until = ${LEASE_END}, due_at = NULL
       FROM taken WHERE q.endpoint_id = taken.endpoint_id
       RETURNING q.endpoint_id, q.leased_by, q.failing_since IS NOT NULL AS is_failing`,
      [owner, places, failingPlaces],
    );
  }

  /**
   * Without waiting deliveries, the endpoint no longer fails.
   * @param restMs until the next due delivery; null if none waits
   * @returns whether something is due now, such as a delivery added in the meantime
   */
  async release({ endpoint_id, leased_by }: Lease, restMs: number | null): Promise<boolean> {
    const [row] = await this.query<{ is_due: boolean }>(
      `UPDATE webhook_queues q SET leased_by = NULL, leased_until = NULL,
         due_at = least(q.due_at, now() + $3::float8 * interval '1 ms'),
         failing_since = CASE WHEN EXISTS (
           SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'pending') THEN q.failing_since END
       WHERE q.endpoint_id = $1 AND q.leased_by = $2 RETURNING coalesce(${DUE}, false) AS is_due`,
      [endpoint_id, leased_by, restMs],
    );
    return row?.is_due ?? false;
  }

  /** Null if it is off or deleted. Call it before {@link listPending}. */
  async findEndpoint(id: string): Promise<ServedEndpoint | null> {
    const [endpoint] = await this.query<ServedEndpoint>(
      `SELECT e.id, e.organization_id, e.url, e.format,
         NOT EXISTS (SELECT FROM sandboxes s WHERE s.organization_id = e.organization_id) AS livemode,
         ${VERSION} AS version, e.sealed_secret,
         CASE WHEN e.previous_secret_until > now() THEN e.sealed_previous_secret END AS sealed_previous_secret
       FROM webhook_endpoints e JOIN webhook_queues q ON q.endpoint_id = e.id WHERE e.id = $1 AND e.enabled`,
      [id],
    );
    return endpoint ?? null;
  }

  /** For monitoring. */
  async findBacklog(): Promise<Backlog> {
    const [backlog] = await this.query<Backlog>(
      `SELECT (SELECT count(*) FROM webhook_deliveries WHERE state = 'pending')::int AS pending,
         count(*) FILTER (WHERE q.failing_since IS NOT NULL AND e.enabled)::int AS failing,
         count(*) FILTER (WHERE e.disabled_reason = 'gone')::int AS disabled_gone,
         count(*) FILTER (WHERE e.disabled_reason = 'failing')::int AS disabled_failing,
         coalesce(extract(epoch FROM now() - min(coalesce(q.leased_until, q.due_at)) FILTER (WHERE e.enabled AND ${DUE})), 0)::float8
           AS overdue_seconds
       FROM webhook_queues q JOIN webhook_endpoints e ON e.id = q.endpoint_id`,
      [],
    );
    return backlog!;
  }

  /** The next deliveries in order, due or not. */
  listPending(endpointId: string, count: number): Promise<PendingDelivery[]> {
    return this.query<PendingDelivery>(
      `SELECT d.id, d.attempts, e.id AS event_id, e.type, e.data, e.occurred_at,
         greatest(0, floor(extract(epoch FROM d.next_attempt_at - now()) * 1000))::float8 AS wait_ms
       FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
       WHERE d.endpoint_id = $1 AND d.state = 'pending' ORDER BY d.position LIMIT $2`,
      [endpointId, count],
    );
  }

  /**
   * Stores an attempt and its result, and renews the lease. A delivery canceled during the request stays so; after a change, for example of
   * the URL, it is due at once.
   * @param version of the endpoint when the request began
   * @returns null, with nothing written, if the lease is lost
   */
  async record(
    lease: Lease,
    version: string,
    deliveryId: string,
    outcome: Outcome,
    attempt: Attempt,
  ): Promise<Standing | null> {
    const [standing] = await this.query<Standing>(
      `WITH held AS (
         UPDATE webhook_queues q SET leased_until = ${LEASE_END},
           failing_since = CASE WHEN $9::text IS NOT NULL THEN coalesce(q.failing_since, now()) END
         FROM webhook_endpoints e WHERE q.endpoint_id = $1 AND q.leased_by = $2 AND e.id = q.endpoint_id
         RETURNING coalesce(q.failing_since <= now() - interval '${DAYS_OF_FAILURE} days', false) AS is_given_up,
           ${VERSION} AS version
       ), told AS (
         UPDATE webhook_deliveries d SET attempts = d.attempts + 1,
           state = CASE d.state WHEN 'pending' THEN $4::text ELSE d.state END,
           next_attempt_at = CASE d.state WHEN 'pending' THEN
             now() + CASE WHEN $5::float8 IS NULL OR held.version = $14 OR d.next_attempt_at <= $6 THEN $5::float8 ELSE 0 END
               * interval '1 ms' END,
           finished_at = CASE WHEN d.state <> 'pending' THEN d.finished_at WHEN $4 <> 'pending' THEN now() END
         FROM held WHERE d.id = $3 RETURNING d.id, d.attempts
       ), kept AS (
         INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, status, error, request_headers,
           request_body, response_headers, response_body)
         SELECT id, attempts, $6::timestamptz, $7::integer, $8::integer, $9, $10::jsonb, $11, $12::jsonb, $13 FROM told
       ) SELECT is_given_up, version FROM held`,
      [
        lease.endpoint_id,
        lease.leased_by,
        deliveryId,
        outcome.state,
        outcome.pauseMs,
        attempt.started_at,
        attempt.duration_ms,
        attempt.status,
        attempt.error,
        storableJson(attempt.request_headers),
        attempt.request_body,
        attempt.response_headers && storableJson(attempt.response_headers),
        attempt.response_body,
        version,
      ],
    );
    return standing ?? null;
  }

  private query<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return this.places.run(() => this.db.query<Row>(sql, parameters));
  }
}
