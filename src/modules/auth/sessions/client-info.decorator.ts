import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ClientInfo } from './session.service.js';

/** Parameter decorator: device and address of the client. */
export const Client = createParamDecorator((_: unknown, context: ExecutionContext): ClientInfo => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { device: request.headers['user-agent']?.slice(0, 200) ?? null, ip: request.ip };
});
