import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiForbiddenResponse, ApiSecurity, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { ErrorEnvelope } from '../errors/error.response.js';
import type { Permission } from './permissions.js';

export const ACCESS = 'access';

/** What a route demands of its caller. A route that declares nothing is refused, and a test lists every route. */
export type Access =
  | { kind: 'public' }
  | ({ kind: 'authenticated' } & Required<AccessOptions>)
  | ({ kind: 'permission'; permissions: readonly Permission[] } & Required<AccessOptions>);

export interface AccessOptions {
  /** Whether the caller must have signed in: an API key or OAuth token in wrong hands cannot do what would outlast it. */
  session?: boolean;
  /** Whether the caller must have proven who they are within the last ten minutes. Implies `session`. */
  stepUp?: boolean;
  /** Whether it is open to a caller who has yet to enrol the second factor that the organization demands. */
  beforeMfa?: boolean;
}

const declare = (access: Access): MethodDecorator & ClassDecorator => SetMetadata(ACCESS, access);

const credentialsDocumented = (
  session: boolean,
  stepUp: boolean,
  scopes: Permission[] = [],
): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiBearerAuth('bearer'),
    ...(session ? [] : [ApiSecurity('api_key'), ApiSecurity('oauth2', scopes)]),
    ApiUnauthorizedResponse({
      description: `UNAUTHORIZED: credentials missing, invalid, expired or revoked${stepUp ? '; step_up_required when the last proof of identity is older than ten minutes' : ''}`,
      type: ErrorEnvelope,
    }),
  );

const SESSION_DOCUMENTED = 'not with an API key or OAuth token (reason session_required)';
const CALLER_DOCUMENTED =
  'mfa_enrollment_required for an account that has yet to enrol one; address_not_allowed for an API key';
const forbiddenDocumented = (description: string): MethodDecorator & ClassDecorator =>
  ApiForbiddenResponse({ description, type: ErrorEnvelope });

/** Anyone, without credentials. */
export const Public = (): MethodDecorator & ClassDecorator => declare({ kind: 'public' });

/** Any signed-in user or API key, for things that are the caller's own. */
export const Authenticated = ({
  stepUp = false,
  session = stepUp,
  beforeMfa = false,
}: AccessOptions = {}): MethodDecorator & ClassDecorator =>
  applyDecorators(
    declare({ kind: 'authenticated', session, stepUp, beforeMfa }),
    credentialsDocumented(session, stepUp),
    forbiddenDocumented(`FORBIDDEN: ${session ? `${SESSION_DOCUMENTED}; ` : ''}${CALLER_DOCUMENTED}`),
  );

/** Callers whose role (and, for an API key, scopes) include the permission, or each of them. */
export const Requires = (
  demanded: Permission | Permission[],
  { stepUp = false, session = stepUp, beforeMfa = false }: AccessOptions = {},
): MethodDecorator & ClassDecorator => {
  const permissions = [demanded].flat();
  const named = `the permission${permissions.length > 1 ? 's' : ''} ${permissions.join(' and ')}`;
  return applyDecorators(
    declare({ kind: 'permission', permissions, session, stepUp, beforeMfa }),
    credentialsDocumented(session, stepUp, permissions),
    forbiddenDocumented(`FORBIDDEN: needs ${named}${session ? `; ${SESSION_DOCUMENTED}` : ''}; ${CALLER_DOCUMENTED}`),
  );
};
