import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { Plan, Principal } from '../auth/principal.js';
import { AppError } from '../errors/app-error.js';
import { clientNetwork } from './client-network.js';
import type { RateLimitStorage } from './memory-throttler-storage.js';

const WINDOW_SECONDS = 3600;

/** Requests per hour by plan (spec part 8). */
export type PlanLimits = Readonly<Record<Plan, number>>;
export const PLAN_LIMITS = Symbol('plan limits');

/** What the X-RateLimit headers say. `resetAt` in Unix seconds. */
export interface RateState {
  limit: number;
  remaining: number;
  resetAt: number;
}

const COUNTED = Symbol('rate state');
type CountedRequest = FastifyRequest & { [COUNTED]?: RateState };

/** Counts each request once, against its organization's plan or, without credentials, against its client address. */
@Injectable()
export class RateLimiter {
  constructor(
    @Inject(ThrottlerStorage) private readonly storage: RateLimitStorage,
    @Inject(PLAN_LIMITS) private readonly limits: PlanLimits,
  ) {}

  /** @throws AppError RATE_LIMIT_EXCEEDED */
  async countAddress(request: FastifyRequest): Promise<RateState> {
    return this.count(request, addressSubject(request), this.limits.standard);
  }

  /** @throws AppError RATE_LIMIT_EXCEEDED */
  async countOrganization(request: FastifyRequest, principal: Principal): Promise<RateState> {
    return this.count(request, `organization:${principal.organizationId}`, this.limits[principal.plan]);
  }

  /** What is left for the address, without counting this request. */
  async peekAddress(request: FastifyRequest): Promise<RateState> {
    const { key, resetAt } = windowOf(addressSubject(request));
    const limit = this.limits.standard;
    return { limit, remaining: Math.max(0, limit - (await this.storage.peek(key))), resetAt };
  }

  /** The state left by the count of this request, if it was counted. */
  stateOf(request: CountedRequest): RateState | null {
    return request[COUNTED] ?? null;
  }

  private async count(request: CountedRequest, subject: string, limit: number): Promise<RateState> {
    const counted = request[COUNTED];
    if (counted) return counted;
    const { key, now, resetAt } = windowOf(subject);
    const record = await this.storage.increment(key, (resetAt - now) * 1000, limit, 0, 'hourly');
    const state = { limit, remaining: Math.max(0, limit - record.totalHits), resetAt };
    request[COUNTED] = state;
    if (record.totalHits > limit) {
      const retryAfter = Math.max(1, resetAt - now);
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        'Too many requests in this hour; back off and try again later',
        { limit, window_seconds: WINDOW_SECONDS, retry_after: retryAfter },
        { headers: { 'retry-after': String(retryAfter) } },
      );
    }
    return state;
  }
}

const addressSubject = (request: FastifyRequest): string => `address:${clientNetwork(request.ip)}`;

/** Fixed windows that start on the hour: the window's number is part of the key, so every node counts the same one. */
function windowOf(subject: string): { key: string; now: number; resetAt: number } {
  const now = Math.floor(Date.now() / 1000);
  const window = Math.floor(now / WINDOW_SECONDS);
  return { key: `${subject}:${window}`, now, resetAt: (window + 1) * WINDOW_SECONDS };
}

export function rateLimitHeaders(state: RateState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.resetAt),
  };
}
