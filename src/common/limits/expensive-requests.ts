import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../context/request-context.js';
import { onceAborted } from '../context/when-closed.js';
import type { Principal } from '../principal/principal.js';
import { AppError } from '../errors/app-error.js';
import { countShed } from '../telemetry/http-metrics.js';

/** Maximum concurrent expensive requests in this process. */
export interface ExpensiveLimits {
  per_user: number;
  per_organization: number;
}
export const EXPENSIVE_LIMITS = Symbol('limits of expensive requests');

/** Random, so that refused clients do not return together. Seconds. */
const RETRY_AFTER = { least: 1, most: 3 };

export type Caller = Pick<Principal, 'userId' | 'organizationId'>;

/** Counts expensive requests per user and organization, so that nobody occupies the process. */
@Injectable()
export class ExpensiveRequests {
  private readonly counts = new Map<string, number>();

  constructor(@Inject(EXPENSIVE_LIMITS) private readonly limits: ExpensiveLimits) {}

  /** Counts a request until the returned function is called. @throws AppError RATE_LIMIT_EXCEEDED (concurrency) */
  begin({ userId, organizationId }: Caller): () => void {
    this.require(userId, this.limits.per_user);
    this.require(organizationId, this.limits.per_organization);
    this.add(userId, 1);
    this.add(organizationId, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.add(userId, -1);
      this.add(organizationId, -1);
    };
  }

  /**
   * Counts the current request until the returned function is called, its response has ended, and work that continues after a
   * disconnect has ended.
   * @throws AppError RATE_LIMIT_EXCEEDED (concurrency)
   */
  beginRequest({ principal, closed, lastingWork }: RequestContext): () => void {
    const signal = closed();
    if (!principal || !signal) return () => undefined;
    const end = this.begin(principal);
    const isClosed = new Promise<void>((resolve) => onceAborted(signal, resolve));
    return () => void isClosed.then(() => Promise.allSettled(lastingWork)).then(end);
  }

  private require(id: string, limit: number): void {
    if ((this.counts.get(id) ?? 0) < limit) return;
    countShed('concurrency');
    throw tooMany(limit);
  }

  private add(id: string, change: 1 | -1): void {
    const count = (this.counts.get(id) ?? 0) + change;
    if (count > 0) this.counts.set(id, count);
    else this.counts.delete(id);
  }
}

/** There is no window: a request in progress must end. */
function tooMany(limit: number): AppError {
  const { least, most } = RETRY_AFTER;
  const retryAfter = least + Math.floor(Math.random() * (most - least + 1));
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    'Too many concurrent requests; wait for one to end',
    { reason: 'concurrency', limit, window_seconds: 0, retry_after: retryAfter },
    { headers: { 'retry-after': String(retryAfter) } },
  );
}
