import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { Plan, Principal } from '../principal/principal.js';
import { AppError } from '../errors/app-error.js';
import { rateLimited } from '../telemetry/http-metrics.js';
import { clientNetwork } from '../context/client-network.js';
import type { RateLimitStorage } from './rate-limit-storage.js';

const WINDOW_SECONDS = 3600;

/** Requests per hour by plan (spec part 8). */
export type PlanLimits = Readonly<Record<Plan, number>>;
export const PLAN_LIMITS = Symbol('plan limits');

/** Values of the X-RateLimit headers. `resetAt` in Unix seconds. */
export interface RateState {
  limit: number;
  remaining: number;
  resetAt: number;
}

/** Limit of sign-in pages per address, as a multiple of its limit for the API. */
const PAGE_FACTOR = 10;

const COUNTED = Symbol('rate state');
const EXEMPT = Symbol('not counted');
type CountedRequest = FastifyRequest & { [COUNTED]?: RateState; [EXEMPT]?: true };

/** Key for requests without credentials. */
type Client = Pick<FastifyRequest, 'ip'>;

export type Subscriber = Pick<Principal, 'organizationId' | 'plan'>;

interface Quota {
  subject: string;
  limit: number;
}

/** Counts each request once, against the organization's plan or, without credentials, the client address. */
@Injectable()
export class RateLimiter {
  constructor(
    @Inject(ThrottlerStorage) private readonly storage: RateLimitStorage,
    @Inject(PLAN_LIMITS) private readonly limits: PlanLimits,
  ) {}

  /** @throws AppError RATE_LIMIT_EXCEEDED */
  countAddress(request: FastifyRequest): Promise<RateState> {
    return this.count(request, this.ofAddress(request));
  }

  /** @throws AppError RATE_LIMIT_EXCEEDED */
  countOrganization(request: FastifyRequest, subscriber: Subscriber): Promise<RateState> {
    return this.count(request, this.ofOrganization(subscriber));
  }

  /** For pages shown before sign-in. @throws AppError RATE_LIMIT_EXCEEDED */
  countPage(request: FastifyRequest): Promise<RateState> {
    const limit = PAGE_FACTOR * this.limits.standard;
    return this.count(request, { subject: `page:${clientNetwork(request.ip)}`, limit });
  }

  /** The remaining quota of the address, without counting. */
  async peekAddress(client: Client): Promise<RateState> {
    return this.peek(this.ofAddress(client));
  }

  /** Without counting. @throws AppError RATE_LIMIT_EXCEEDED when the address has no quota left */
  async requireAddress(request: FastifyRequest): Promise<void> {
    await this.require(request, this.ofAddress(request));
  }

  /** Without counting. @throws AppError RATE_LIMIT_EXCEEDED when the organization has no quota left */
  async requireOrganization(request: FastifyRequest, subscriber: Subscriber): Promise<void> {
    await this.require(request, this.ofOrganization(subscriber));
  }

  exempt(request: CountedRequest): void {
    request[EXEMPT] = true;
  }

  isExempt(request: CountedRequest): boolean {
    return request[EXEMPT] === true;
  }

  /** The state after the request was counted, if it was. */
  stateOf(request: CountedRequest): RateState | null {
    return request[COUNTED] ?? null;
  }

  private ofAddress({ ip }: Client): Quota {
    return { subject: `address:${clientNetwork(ip)}`, limit: this.limits.standard };
  }

  private ofOrganization({ organizationId, plan }: Subscriber): Quota {
    return { subject: `organization:${organizationId}`, limit: this.limits[plan] };
  }

  private async count(request: CountedRequest, { subject, limit }: Quota): Promise<RateState> {
    const counted = request[COUNTED];
    if (counted) return counted;
    const { key, now, resetAt } = windowOf(subject);
    const record = await this.storage.increment(key, (resetAt - now) * 1000, limit, 0, 'hourly');
    const state = { limit, remaining: Math.max(0, limit - record.totalHits), resetAt };
    request[COUNTED] = state;
    if (record.totalHits > limit) throw exceeded(state, now);
    return state;
  }

  private async peek({ subject, limit }: Quota): Promise<RateState> {
    const { key, resetAt } = windowOf(subject);
    return { limit, remaining: Math.max(0, limit - (await this.storage.peek(key))), resetAt };
  }

  private async require(request: CountedRequest, quota: Quota): Promise<void> {
    const state = await this.peek(quota);
    if (state.remaining > 0) return;
    request[COUNTED] = state;
    throw exceeded(state, Math.floor(Date.now() / 1000));
  }
}

function exceeded({ limit, resetAt }: RateState, now: number): AppError {
  rateLimited.inc();
  const retryAfter = Math.max(1, resetAt - now);
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    'Hourly request limit exceeded; try again later',
    { limit, window_seconds: WINDOW_SECONDS, retry_after: retryAfter },
    { headers: { 'retry-after': String(retryAfter) } },
  );
}

/** Fixed windows that start on the hour. The number of the window is part of the key, so all nodes share it. */
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
