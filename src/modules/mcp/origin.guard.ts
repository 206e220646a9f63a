import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors/app-error.js';
import { MCP_ORIGINS } from './mcp-origins.js';

/** Refuses pages of unknown origins, which reach a local service by DNS rebinding (MCP, "Streamable HTTP"). Programs send no origin. */
@Injectable()
export class OriginGuard implements CanActivate {
  constructor(@Inject(MCP_ORIGINS) private readonly origins: readonly string[]) {}

  canActivate(context: ExecutionContext): boolean {
    const { origin } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (origin === undefined || this.origins.includes(origin)) return true;
    throw new AppError('FORBIDDEN', 'Pages of this origin cannot call the service', { reason: 'origin_not_allowed' });
  }
}
