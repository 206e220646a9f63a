import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { RouteMark } from './route-mark.decorator.js';

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const MULTIPART_TYPE = 'multipart/form-data';

/** Metadata: media types of the bodies that a route takes. JSON where nothing is said. */
export const BODY_TYPES = 'body-types';

interface BodyConfig {
  body_type?: string;
}

/** The route takes a form with a file, and nothing else. */
export const TakesMultipart = (): MethodDecorator =>
  applyDecorators(
    ApiConsumes(MULTIPART_TYPE),
    SetMetadata(BODY_TYPES, [MULTIPART_TYPE]),
    RouteMark({ body_type: MULTIPART_TYPE } satisfies BodyConfig),
  );

/**
 * The routes take forms, as HTML pages and OAuth clients send them, and nothing else. Any site can make a browser send such a
 * form with the user's cookies, so only routes that expect one are marked.
 */
export const TakesForm = (...others: string[]): MethodDecorator & ClassDecorator =>
  SetMetadata(BODY_TYPES, [FORM_TYPE, ...others]);

/** Whether a file comes with the request: only where the route takes one, whatever else calls its body a form. */
export function isUpload({ headers, routeOptions }: FastifyRequest): boolean {
  const { body_type } = (routeOptions.config ?? {}) as BodyConfig;
  return body_type === MULTIPART_TYPE && headers['content-type']?.startsWith('multipart/') === true;
}

/** 415 with the types of body that the route takes; for no request in particular, JSON. */
export function contentTypeRefused(
  request?: Pick<FastifyRequest, 'routeOptions'>,
  supported: readonly string[] = [((request?.routeOptions.config ?? {}) as BodyConfig).body_type ?? JSON_TYPE],
): AppError {
  return new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    `This content type is not accepted here: send ${supported.join(' or ')}`,
    {
      reason: 'content_type',
      supported: [...supported],
    },
  );
}
