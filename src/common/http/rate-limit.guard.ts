import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  getOptionsToken,
  getStorageToken,
  ThrottlerGuard,
  ThrottlerStorage,
  type ThrottlerModuleOptions,
} from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { currentContext } from './request-context.js';
import { RateLimiter } from './rate-limiter.js';
import { UNCOUNTED } from './uncounted.decorator.js';

/** Throttler's guard, with our limits by plan and by address behind it; probes are not counted. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly rateLimiter: RateLimiter,
  ) {
    super(options, storage, reflector);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(UNCOUNTED, [context.getHandler(), context.getClass()])) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const principal = currentContext()?.principal;
    await (principal ? this.rateLimiter.countOrganization(request, principal) : this.rateLimiter.countAddress(request));
    return true;
  }
}
