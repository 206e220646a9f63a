import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** The page number in the path; other values do not exist. Nest's validation would accept `01` and `1.0`. */
export const PageNumber = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const { number } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { number: string } }>>().params;
  if (!/^[1-9]\d{0,6}$/.test(number)) throw AppError.notFound('page');
  return Number(number);
});
