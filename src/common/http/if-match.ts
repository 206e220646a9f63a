import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { etagOf, namesEtag } from './envelope.js';

/** The `If-Match` header of a PATCH, as a controller's parameter; null when it was not sent. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const value = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  return value ?? null;
});

/** @throws AppError PRECONDITION_FAILED when the client edited an older version than the one stored */
export function requireMatch(ifMatch: string | null, rowVersion: number): void {
  if (ifMatch !== null && !namesEtag(ifMatch, etagOf(rowVersion))) {
    throw new AppError('PRECONDITION_FAILED', 'The object was changed since it was read; get it again', {
      reason: 'stale',
    });
  }
}
