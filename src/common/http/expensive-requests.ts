import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../auth/principal.js';
import { AppError } from '../errors/app-error.js';
import { countShed } from '../telemetry/http-metrics.js';

/** Expensive requests that may be under way at a time in this process. */
export interface ExpensiveLimits {
  per_user: number;
  per_organization: number;
}
export const EXPENSIVE_LIMITS = Symbol('limits of expensive requests');

/** Those who are refused come back at different times. Seconds. */
const RETRY_AFTER = { least: 1, most: 3 };

/** Who is counted. */
export type Caller = Pick<Principal, 'userId' | 'organizationId'>;

/**
 * Counts the expensive requests of each user and of each organization in this process, so that neither takes the time that
 * all share.
 */
@Injectable()
export class ExpensiveRequests {
  private readonly counts = new Map<string, number>();

  constructor(@Inject(EXPENSIVE_LIMITS) private readonly limits: ExpensiveLimits) {}

  /**
   * Counts one more, until what is answered is called.
   *
   * @throws AppError RATE_LIMIT_EXCEEDED (concurrency)
   */
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

/** No window passes: one of those under way has to end. */
function tooMany(limit: number): AppError {
  const { least, most } = RETRY_AFTER;
  const retryAfter = least + Math.floor(Math.random() * (most - least + 1));
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    'Too many expensive requests are under way; wait for one to end',
    { reason: 'concurrency', limit, window_seconds: 0, retry_after: retryAfter },
    { headers: { 'retry-after': String(retryAfter) } },
  );
}
