import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** Refuses a query or JSON body on routes that declare none. The validation pipe checks declared ones. */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  private readonly declaredByHandler = new Map<unknown, Set<number>>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const declared = this.declaredBy(context);
    const fields = [
      ...(declared.has(RouteParamtypes.QUERY) ? [] : keysOf(request.query)),
      ...(declared.has(RouteParamtypes.BODY) ? [] : keysOf(request.body)),
    ];
    if (fields.length > 0) throw AppError.invalid(fields.map((field) => ({ field, issue: 'is not a known field' })));
    return true;
  }

  /** Cached: metadata do not change, and reading them costs more than the check. */
  private declaredBy(context: ExecutionContext): Set<number> {
    const known = this.declaredByHandler.get(context.getHandler());
    if (known) return known;
    const declared = declaredParameters(context);
    this.declaredByHandler.set(context.getHandler(), declared);
    return declared;
  }
}

/** A key of Nest's metadata for built-in parameters, `4:0`. Keys of custom decorators start with random text. */
const BUILT_IN = /^(\d+):\d+$/;

/** The kinds of parameters (query, body, …) of the handler, from Nest's metadata. */
function declaredParameters(context: ExecutionContext): Set<number> {
  const metadata = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as object;
  return new Set(
    Object.keys(metadata).flatMap((key) => {
      const kind = BUILT_IN.exec(key)?.[1];
      return kind === undefined ? [] : [Number(kind)];
    }),
  );
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
