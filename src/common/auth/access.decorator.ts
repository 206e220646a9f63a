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
  /** Whether API keys and OAuth tokens are refused: one in wrong hands cannot do what would outlast it. */
  session?: boolean;
  /**
   * Whether a person must have proven who they are within the last ten minutes: in the session of the request or, with an
   * OAuth token, in the session that the token belongs to. An API key that has the permission passes, unless `session` is set:
   * it got the permission under such a proof.
   */
  freshProof?: boolean;
  /** Whether it is open to a caller who has yet to enrol the second factor that the organization demands. */
  beforeMfa?: boolean;
}

export interface AuthenticatedOptions extends Pick<AccessOptions, 'freshProof' | 'beforeMfa'> {
  /**
   * Whether API keys and OAuth tokens are admitted, whatever their scopes. Only for routes whose answer is nobody's, or
   * shows no more than the scopes cover. Everything else of a person's own is for their sessions.
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
  'mfa_enrollment_required for an account that has yet to enrol one; address_not_allowed for an API key';
const forbiddenDocumented = (description: string): MethodDecorator & ClassDecorator =>
  ApiForbiddenResponse({ description, type: ErrorEnvelope });

/** Anyone, without credentials. */
export const Public = (): MethodDecorator & ClassDecorator => declare({ kind: 'public' });

/** Any signed-in user, for things that are the caller's own. No permission stands for these, so no scope opens them. */
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

/** Callers whose role (and, for an API key, scopes) include the permission, or each of them. */
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
