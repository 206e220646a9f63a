import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerCount } from './caller-count.js';
import { AppError } from '../errors/app-error.js';
import { currentContext } from '../context/request-context.js';
import { SANDBOX_USE, type SandboxUse } from '../sandbox/in-sandbox.decorator.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { ACCESS, type Access } from './access.decorator.js';
import { Authenticator } from './authenticator.js';

/** Requires a valid credential. Invalid ones count against the client address, which limits guessing. */
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
    const use = this.reflector.getAllAndOverride<SandboxUse | undefined>(SANDBOX_USE, [
      context.getHandler(),
      context.getClass(),
    ]);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    try {
      const principal = await this.authenticator.authenticate(request, reply, use === 'account');
      const requestContext = currentContext();
      if (requestContext) requestContext.principal = principal;
    } catch (error) {
      // With several credentials none was checked; a single one was invalid.
      const isAmbiguous = error instanceof AppError && error.code === 'INVALID_REQUEST';
      await (isAmbiguous ? this.callers.count(request, reply) : this.rateLimiter.countAddress(request));
      throw error;
    }
    return true;
  }
}
