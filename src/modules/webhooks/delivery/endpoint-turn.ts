import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { WEBHOOK_SECRETS } from '../endpoints/webhook-endpoint.entity.js';
import { attemptSeconds } from './delivery-metrics.js';
import { DeliveryQueueRepository, LEASE_SECONDS, type Lease, type Standing } from './delivery-queue.repository.js';
import { DeliverySender, REQUEST_MS } from './delivery-sender.js';
import type { Attempt, AttemptResult, Outcome, PendingDelivery, ServedEndpoint } from './delivery.types.js';
import { EndpointCloser } from './endpoint-closer.js';
import { pauseAfter } from './retry-schedule.js';

/** Deliveries read at once in a turn. */
const BATCH = 50;
/** Time after which a turn starts no request: others wait, and the data it read gets old. Milliseconds. */
const TURN_MS = 1_000;
/** A request starts only if the lease lasts this much longer than the request can. Milliseconds. */
const SPARE_MS = 5_000;
/** HTTP status: permanently gone. */
const GONE = 410;

/** Names of the outcomes in the metrics. */
const COUNTED_AS: Record<Outcome['state'], string> = { delivered: 'delivered', failed: 'failed', pending: 'retried' };

/** Two stages of shutdown: start no requests, then abort those in progress. */
export interface Stopping {
  begin: AbortSignal;
  requests: AbortSignal;
}

/**
 * Delivers one request at a time, in event order; a failed delivery delays all after it. Each result is stored before the next request, so
 * that a crash repeats at most one.
 */
@Injectable()
export class EndpointTurn {
  constructor(
    private readonly queues: DeliveryQueueRepository,
    private readonly sender: DeliverySender,
    private readonly closer: EndpointCloser,
    private readonly secrets: Secrets,
  ) {}

  /**
   * @param claimedAt `performance.now()` before the claim
   * @returns whether more is due at once
   * @throws errors of the database; the lease then expires
   */
  async run(lease: Lease, claimedAt: number, stopping: Stopping): Promise<boolean> {
    let restMs: number | null = 0;
    try {
      restMs = await this.deliver(lease, claimedAt, stopping);
    } catch (error) {
      if (!stopping.requests.aborted) throw error;
    }
    return this.queues.release(lease, restMs);
  }

  /** Milliseconds until the next due delivery; null if none waits. */
  private async deliver(lease: Lease, claimedAt: number, { begin, requests }: Stopping): Promise<number | null> {
    const endpoint = await this.queues.findEndpoint(lease.endpoint_id);
    if (!endpoint) return null;
    const secrets = this.secretsOf(endpoint);
    const pending = await this.queues.listPending(endpoint.id, BATCH);
    const turnEnd = performance.now() + TURN_MS;
    let heldSince = claimedAt;
    for (const delivery of pending) {
      if (delivery.wait_ms > 0) return delivery.wait_ms;
      const now = performance.now();
      const isLeaseShort = now > heldSince + LEASE_SECONDS * 1_000 - REQUEST_MS - SPARE_MS;
      if (begin.aborted || now > turnEnd || isLeaseShort) return 0;
      const result = await this.sender.send(delivery, endpoint, secrets, requests);
      const outcome = outcomeOf(delivery, result);
      attemptSeconds.observe({ outcome: COUNTED_AS[outcome.state] }, result.attempt.duration_ms / 1000);
      heldSince = performance.now();
      const standing = await this.queues.record(lease, endpoint.version, delivery.id, outcome, result.attempt);
      // Another process delivers now, and finds this delivery pending.
      if (!standing) return null;
      // A manual change: the data is outdated, possibly including the URL.
      if (standing.version !== endpoint.version) return 0;
      const reason = disablingReason(result.attempt, standing);
      if (reason) {
        await this.closer.close(endpoint.id, reason);
        return null;
      }
      if (outcome.pauseMs !== null) return outcome.pauseMs;
    }
    return pending.length < BATCH ? null : 0;
  }

  private secretsOf({ sealed_secret, sealed_previous_secret }: ServedEndpoint): string[] {
    const sealed = sealed_previous_secret ? [sealed_secret, sealed_previous_secret] : [sealed_secret];
    return sealed.map((secret) => this.secrets.decrypt(secret, WEBHOOK_SECRETS).toString());
  }
}

function outcomeOf({ attempts }: PendingDelivery, { attempt, retryAfterMs }: AttemptResult): Outcome {
  if (attempt.error === null) return { state: 'delivered', pauseMs: null };
  const pauseMs = pauseAfter(attempts + 1, retryAfterMs);
  if (pauseMs === null) return { state: 'failed', pauseMs };
  // If the endpoint is enabled again, it resumes with this delivery.
  return { state: 'pending', pauseMs: attempt.status === GONE ? 0 : pauseMs };
}

function disablingReason({ status, error }: Attempt, { is_given_up }: Standing): 'gone' | 'failing' | null {
  if (status === GONE) return 'gone';
  return error !== null && is_given_up ? 'failing' : null;
}
