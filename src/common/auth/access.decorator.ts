import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiForbiddenResponse, ApiSecurity, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { ErrorEnvelope } from '../errors/error.response.js';
import type { Permission } from './permissions.js';

export const ACCESS = 'access';

/** What a route demands of its caller. A route that declares nothing is refused, and a test lists every route. */
export type Access = { kind: 'public' } | { kind: 'authenticated' } | { kind: 'permission'; permission: Permission };

const declare = (access: Access): MethodDecorator & ClassDecorator => SetMetadata(ACCESS, access);

const credentialsDocumented = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiBearerAuth('bearer'),
    ApiSecurity('api_key'),
    ApiUnauthorizedResponse({
      description: 'UNAUTHORIZED: credentials missing, invalid, expired or revoked',
      type: ErrorEnvelope,
    }),
  );

/** Anyone, without credentials. */
export const Public = (): MethodDecorator & ClassDecorator => declare({ kind: 'public' });

/** Any signed-in user or API key, for things that are the caller's own. */
export const Authenticated = (): MethodDecorator & ClassDecorator =>
  applyDecorators(declare({ kind: 'authenticated' }), credentialsDocumented());

/** Callers whose role (and, for an API key, scopes) include the permission. */
export const Requires = (permission: Permission): MethodDecorator & ClassDecorator =>
  applyDecorators(
    declare({ kind: 'permission', permission }),
    credentialsDocumented(),
    ApiForbiddenResponse({ description: `FORBIDDEN: needs the permission ${permission}`, type: ErrorEnvelope }),
  );
