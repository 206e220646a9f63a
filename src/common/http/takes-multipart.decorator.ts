import { applyDecorators } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { RouteMark } from './route-mark.decorator.js';

const MULTIPART = 'multipart/form-data';

interface BodyConfig {
  body_type?: string;
}

/** The route takes a form with a file. Whoever sends it anything else is told so. */
export const TakesMultipart = (): MethodDecorator =>
  applyDecorators(ApiConsumes(MULTIPART), RouteMark({ body_type: MULTIPART } satisfies BodyConfig));

/** Whether a file comes with the request: only where the route takes one, whatever else calls its body a form. */
export function isUpload({ headers, routeOptions }: FastifyRequest): boolean {
  const { body_type } = (routeOptions.config ?? {}) as BodyConfig;
  return body_type === MULTIPART && headers['content-type']?.startsWith('multipart/') === true;
}

/** 415 with the type of body that the route takes; for no request in particular, JSON. */
export function contentTypeRefused(request?: Pick<FastifyRequest, 'routeOptions'>): AppError {
  const { body_type = 'application/json' } = (request?.routeOptions.config ?? {}) as BodyConfig;
  return new AppError('UNSUPPORTED_MEDIA_TYPE', `This content type is not accepted here: send ${body_type}`, {
    reason: 'content_type',
    supported: [body_type],
  });
}
