import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { etagOf, namesEtag } from './envelope.js';

const HEADER = ApiHeader({
  name: 'If-Match',
  required: false,
  description: 'ETag of the version that is changed; 412 when there is a newer one',
});

/** Parameter decorator: the `If-Match` header; null without one. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null => {
    const value = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
    return value ?? null;
  },
  [
    (target, key): void => {
      const method = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
      if (key !== undefined && method) HEADER(target, key, method);
    },
  ],
);

/** @throws AppError PRECONDITION_FAILED when the client edited an older version */
export function requireMatch(ifMatch: string | null, rowVersion: number): void {
  if (ifMatch !== null && !namesEtag(ifMatch, etagOf(rowVersion))) {
    throw new AppError('PRECONDITION_FAILED', 'The object has changed since it was read; fetch it again', {
      reason: 'stale',
    });
  }
}
