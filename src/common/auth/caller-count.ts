import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from './authenticator.js';
import { AppError } from '../errors/app-error.js';
import { RateLimiter, type RateState } from '../rate-limits/rate-limiter.js';
import { contextOf, createRequestContext, runWithContext } from '../context/request-context.js';

/** Counts a request once: for the organization of any valid credential, otherwise for the client address. */
@Injectable()
export class CallerCount {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** Requires a request context. @throws AppError RATE_LIMIT_EXCEEDED */
  async count(request: FastifyRequest, reply: FastifyReply): Promise<RateState> {
    const counted = this.rateLimiter.stateOf(request);
    if (counted) return counted;
    const caller = await this.authenticator.findCaller(request, reply);
    return caller ? this.rateLimiter.countOrganization(request, caller) : this.rateLimiter.countAddress(request);
  }

  /** Counts a request that ended before the guards. Returns the remaining quota, and an error to send if it was used up. */
  async countLate(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ state: RateState; refusal: AppError | null }> {
    const context = contextOf(request) ?? createRequestContext(request.id);
    try {
      return { state: await runWithContext(context, () => this.count(request, reply)), refusal: null };
    } catch (error) {
      const state = this.rateLimiter.stateOf(request);
      if (!state || !(error instanceof AppError)) throw error;
      return { state, refusal: error };
    }
  }
}
