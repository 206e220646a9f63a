import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerCount } from '../http/caller-count.js';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../http/request-context.js';
import { RateLimiter } from '../http/rate-limiter.js';
import { ACCESS, type Access } from './access.decorator.js';
import { Authenticator } from './authenticator.js';

/**
 * Lets in who proves who they are. A request whose credential is no good is counted for its client address, so that guessing
 * credentials runs into the limit.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly rateLimiter: RateLimiter,
    private readonly callers: CallerCount,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access?.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    try {
      const principal = await this.authenticator.authenticate(request, reply);
      const requestContext = currentContext();
      if (requestContext) requestContext.principal = principal;
    } catch (error) {
      // Of several credentials none was looked at yet; a single one was, and was no good.
      const isAmbiguous = error instanceof AppError && error.code === 'INVALID_REQUEST';
      await (isAmbiguous ? this.callers.count(request, reply) : this.rateLimiter.countAddress(request));
      throw error;
    }
    return true;
  }
}
