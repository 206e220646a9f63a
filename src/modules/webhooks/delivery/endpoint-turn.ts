import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { WEBHOOK_SECRETS } from '../endpoints/webhook-endpoint.entity.js';
import { attemptSeconds } from './delivery-metrics.js';
import { DeliveryQueueRepository, LEASE_SECONDS, type Lease, type Standing } from './delivery-queue.repository.js';
import { DeliverySender, REQUEST_MS } from './delivery-sender.js';
import type { Attempt, AttemptResult, Outcome, PendingDelivery, ServedEndpoint } from './delivery.types.js';
import { EndpointCloser } from './endpoint-closer.js';
import { pauseAfter } from './retry-schedule.js';

/** Deliveries that one turn reads at once. */
const BATCH = 50;
/** After this long no further request of the turn begins: others wait for the place, and what was read grows old. Milliseconds. */
const TURN_MS = 1_000;
/** A request begins only while the lease lasts longer than it can take, with this to spare. Milliseconds. */
const SPARE_MS = 5_000;
/** HTTP's word that nothing will be taken here any more. */
const GONE = 410;

/** Names of the outcomes in the metrics. */
const COUNTED_AS: Record<Outcome['state'], string> = { delivered: 'delivered', failed: 'failed', pending: 'retried' };

/** How the process stops: first nothing new begins, then what is under way is cut off. */
export interface Stopping {
  begin: AbortSignal;
  requests: AbortSignal;
}

/**
 * Delivers to one endpoint what is due, one request at a time and in the order of the events. What fails waits for its next
 * attempt, and everything after it waits behind it. Each result is kept before the next request begins, so that a process
 * that dies repeats one at most.
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
   * @param claimedAt `performance.now()` before the lease was asked for
   * @returns whether there is more to do for the endpoint at once
   * @throws what the database throws; the lease then runs out by itself
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

  /** Milliseconds until there is something to do; null when nothing waits. */
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
      const result = await this.sender.send(delivery, endpoint.url, secrets, requests);
      const outcome = outcomeOf(delivery, result);
      attemptSeconds.observe({ outcome: COUNTED_AS[outcome.state] }, result.attempt.duration_ms / 1000);
      heldSince = performance.now();
      const standing = await this.queues.record(lease, endpoint.version, delivery.id, outcome, result.attempt);
      // Somebody else delivers now, and finds this one pending still.
      if (!standing) return null;
      // Somebody changed something: what was read is not so any more, and another address may be meant.
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
  // Should the endpoint be enabled again, it goes on with this one.
  return { state: 'pending', pauseMs: attempt.status === GONE ? 0 : pauseMs };
}

function disablingReason({ status, error }: Attempt, { is_given_up }: Standing): 'gone' | 'failing' | null {
  if (status === GONE) return 'gone';
  return error !== null && is_given_up ? 'failing' : null;
}
