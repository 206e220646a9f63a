import { Injectable, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import { AppError, type TokenType } from '../errors/app-error.js';
import { currentContext } from '../http/request-context.js';
import { RateLimiter } from '../http/rate-limiter.js';
import { ACCESS, type Access } from './access.decorator.js';
import type { Principal } from './principal.js';

/** Names under which the auth module registers its passport strategies. */
export const BEARER_STRATEGY = 'bearer';
export const API_KEY_STRATEGY = 'api-key';

/** A passport guard whose failures are ours: strategies reject with an AppError, or with nothing when the credential is malformed. */
function strategyGuard(strategy: string, tokenType: TokenType): Type<IAuthGuard> {
  class StrategyGuard extends AuthGuard(strategy) {
    override handleRequest<T>(error: unknown, principal: T | false, info: unknown, context: ExecutionContext): T {
      if (error) throw error as Error;
      if (info instanceof jwt.TokenExpiredError) {
        const { authorization } = context.switchToHttp().getRequest<FastifyRequest>().headers;
        throw AppError.unauthorized(isOAuth(authorization) ? 'oauth' : tokenType, 'expired', {
          expired_at: info.expiredAt.toISOString(),
        });
      }
      if (!principal) throw AppError.unauthorized(tokenType, 'invalid');
      return principal;
    }
  }
  return StrategyGuard;
}

/** Whether a token, whose signature was found good, is an OAuth client's. */
function isOAuth(authorization = ''): boolean {
  const claims = jwt.decode(authorization.split(' ', 2)[1] ?? '', { json: true });
  return claims?.['token_use'] === 'oauth';
}

const BearerGuard = strategyGuard(BEARER_STRATEGY, 'jwt');
const ApiKeyGuard = strategyGuard(API_KEY_STRATEGY, 'api_key');

/**
 * Finds out who is asking: exactly one of `Authorization: Bearer` and `X-API-Key`. Requests that stay anonymous, by
 * right or by failure, are counted per client address, so that guessing credentials runs into the limit.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  private readonly bearer = new BearerGuard();
  private readonly apiKey = new ApiKeyGuard();

  constructor(
    private readonly reflector: Reflector,
    private readonly rateLimiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access?.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: Principal }>();
    try {
      await this.chooseGuard(request).canActivate(context);
    } catch (error) {
      await this.rateLimiter.countAddress(request);
      throw error;
    }
    const requestContext = currentContext();
    if (requestContext) requestContext.principal = request.user ?? null;
    return true;
  }

  private chooseGuard(request: FastifyRequest): IAuthGuard {
    const { authorization, 'x-api-key': apiKey } = request.headers;
    if (authorization !== undefined && apiKey !== undefined) {
      throw AppError.invalid([{ field: 'Authorization', issue: 'must not be sent together with X-API-Key' }]);
    }
    if (apiKey !== undefined) return this.apiKey;
    if (authorization === undefined) throw AppError.unauthorized('jwt', 'missing');
    return this.bearer;
  }
}
