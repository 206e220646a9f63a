import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  getOptionsToken,
  getStorageToken,
  ThrottlerGuard,
  ThrottlerStorage,
  type ThrottlerModuleOptions,
} from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerCount } from '../auth/caller-count.js';
import { COUNTED, type Counting } from './limit.decorators.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';

/** Throttler's guard with limits by plan and address. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly rateLimiter: RateLimiter,
    private readonly callers: CallerCount,
  ) {
    super(options, storage, reflector);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const places = [context.getHandler(), context.getClass()];
    switch (this.reflector.getAllAndOverride<Counting | undefined>(COUNTED, places)) {
      case 'never':
        this.rateLimiter.exempt(request);
        break;
      case 'as_page':
        await this.rateLimiter.countPage(request);
        break;
      case 'by_answer':
        await this.rateLimiter.requireAddress(request);
        break;
      case undefined:
        await this.callers.count(request, context.switchToHttp().getResponse<FastifyReply>());
    }
    return true;
  }
}
