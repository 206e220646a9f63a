import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { RouteMark } from '../context/route-mark.decorator.js';

export const JSON_TYPE = 'application/json';
/** RFC 7644, 3.1. */
export const SCIM_TYPE = 'application/scim+json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const MULTIPART_TYPE = 'multipart/form-data';

/** Metadata: accepted media types of a route. Default: JSON. */
export const BODY_TYPES = 'body-types';

interface BodyConfig {
  body_type?: string;
}

/** The route accepts only a form with a file. */
export const TakesMultipart = (): MethodDecorator =>
  applyDecorators(
    ApiConsumes(MULTIPART_TYPE),
    SetMetadata(BODY_TYPES, [MULTIPART_TYPE]),
    RouteMark({ body_type: MULTIPART_TYPE } satisfies BodyConfig),
  );

/** Accepts only forms. Other sites can make a browser send them with cookies, so they are accepted only where marked. */
export const TakesForm = (...others: string[]): MethodDecorator & ClassDecorator =>
  SetMetadata(BODY_TYPES, [FORM_TYPE, ...others]);

/** Metadata: whether a route accepts forms of 256 KiB. */
export const LARGE_FORM = 'large-form';

/** Accepts large forms: a SAML response lists the user's groups. */
export const TakesLargeForm = (): MethodDecorator => SetMetadata(LARGE_FORM, true);

/** SCIM's own type and plain JSON, which some directories send. */
export const TakesScim = (): ClassDecorator => SetMetadata(BODY_TYPES, [SCIM_TYPE, JSON_TYPE]);

/** Whether the request uploads a file: only on routes that accept one. */
export function isUpload({ headers, routeOptions }: FastifyRequest): boolean {
  const { body_type } = (routeOptions.config ?? {}) as BodyConfig;
  return body_type === MULTIPART_TYPE && headers['content-type']?.startsWith('multipart/') === true;
}

/** 415 with the accepted types of the route; JSON without a route. */
export function contentTypeRefused(
  request?: Pick<FastifyRequest, 'routeOptions'>,
  supported: readonly string[] = [((request?.routeOptions.config ?? {}) as BodyConfig).body_type ?? JSON_TYPE],
): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', `Unsupported content type: send ${supported.join(' or ')}`, {
    reason: 'content_type',
    supported: [...supported],
  });
}
