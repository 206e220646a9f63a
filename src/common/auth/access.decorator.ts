import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiForbiddenResponse, ApiSecurity, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { ErrorEnvelope } from '../errors/error.response.js';
import type { Permission } from '../principal/permissions.js';

export const ACCESS = 'access';

/** What a route requires of its caller. A route without a declaration is refused; a test lists every route. */
export type Access =
  | { kind: 'public' }
  | ({ kind: 'authenticated' } & Required<AccessOptions>)
  | ({ kind: 'permission'; permissions: readonly Permission[] } & Required<AccessOptions>);

export interface AccessOptions {
  /** Refuses API keys and OAuth tokens, so that a stolen one cannot create anything that outlives it. */
  session?: boolean;
  /**
   * Requires a proof of identity within the last ten minutes, in the session of the request or of the OAuth token. API keys
   * with the permission pass unless `session` is set: they got it under such a proof.
   */
  freshProof?: boolean;
  /** Allows callers who must still enroll the second factor that their organization requires. */
  beforeMfa?: boolean;
}

export interface AuthenticatedOptions extends Pick<AccessOptions, 'freshProof' | 'beforeMfa'> {
  /**
   * Allows API keys and OAuth tokens regardless of scopes. Only for routes that return nothing personal, or no more than the scopes cover.
   */
  anyCredential?: boolean;
}

const declare = (access: Access): MethodDecorator & ClassDecorator => SetMetadata(ACCESS, access);

const credentialsDocumented = (
  session: boolean,
  freshProof: boolean,
  scopes: Permission[] = [],
): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiBearerAuth('bearer'),
    ...(session ? [] : [ApiSecurity('api_key'), ApiSecurity('oauth2', scopes)]),
    ApiUnauthorizedResponse({
      description: `UNAUTHORIZED: credentials missing, invalid, expired or revoked${freshProof ? '; step_up_required when the last proof of identity is older than ten minutes' : ''}`,
      type: ErrorEnvelope,
    }),
  );

const SESSION_DOCUMENTED = 'not with an API key or OAuth token (reason session_required)';
const CALLER_DOCUMENTED =
  'mfa_enrollment_required for an account without a required second factor; address_not_allowed for an API key';
const forbiddenDocumented = (description: string): MethodDecorator & ClassDecorator =>
  ApiForbiddenResponse({ description, type: ErrorEnvelope });

/** No credentials required. */
export const Public = (): MethodDecorator & ClassDecorator => declare({ kind: 'public' });

/** Any signed-in user, for their own data. No permission, and so no scope, covers these routes. */
export const Authenticated = ({
  anyCredential = false,
  freshProof = false,
  beforeMfa = false,
}: AuthenticatedOptions = {}): MethodDecorator & ClassDecorator => {
  const session = !anyCredential;
  return applyDecorators(
    declare({ kind: 'authenticated', session, freshProof, beforeMfa }),
    credentialsDocumented(session, freshProof),
    forbiddenDocumented(`FORBIDDEN: ${session ? `${SESSION_DOCUMENTED}; ` : ''}${CALLER_DOCUMENTED}`),
  );
};

/** Callers whose role (and scopes, for API keys) includes all of the permissions. */
export const Requires = (
  demanded: Permission | Permission[],
  { session = false, freshProof = false, beforeMfa = false }: AccessOptions = {},
): MethodDecorator & ClassDecorator => {
  const permissions = [demanded].flat();
  const named = `the permission${permissions.length > 1 ? 's' : ''} ${permissions.join(' and ')}`;
  return applyDecorators(
    declare({ kind: 'permission', permissions, session, freshProof, beforeMfa }),
    credentialsDocumented(session, freshProof, permissions),
    forbiddenDocumented(`FORBIDDEN: needs ${named}${session ? `; ${SESSION_DOCUMENTED}` : ''}; ${CALLER_DOCUMENTED}`),
  );
};
