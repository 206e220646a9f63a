import type { Client, Context, OidcContext } from 'oidc-provider';
import { grantableScopes, refusalOf } from '../scopes.js';
import type { SessionAccount } from './account.service.js';
import type { OidcLibrary } from './oidc-library.js';

export function signedInOf({ account }: OidcContext): SessionAccount['signedIn'] | null {
  return account ? (account as SessionAccount).signedIn : null;
}

export function isOfClientsOrganization({ account, client }: OidcContext): boolean {
  const signedIn = account && (account as SessionAccount).signedIn;
  return signedIn !== undefined && client !== undefined && isOpenTo(client, signedIn.organization_id);
}

/** A client without an organization is built in. */
export function isOpenTo({ organization_id }: Pick<Client, 'organization_id'>, organizationId: string): boolean {
  return organization_id === null || organization_id === organizationId;
}

/** oidc-provider's rules ignore ended sessions, organizations and roles. @param audience of the grants' scopes */
export function signInPolicy(library: OidcLibrary, audience: string): object[] {
  const { Check, Prompt } = library.interactionPolicy;
  const login = new Prompt(
    { name: 'login', requestable: true },
    new Check('no_session', 'the user must sign in', ({ oidc }) => signedInOf(oidc) === null),
    new Check('other_organization', 'the user must sign in', ({ oidc }) => !isOfClientsOrganization(oidc)),
    new Check('max_age', 'the user must sign in again', ({ oidc }) => isTooOld(oidc)),
    new Check('id_token_hint', 'another user is signed in', ({ oidc }) => isAnother(oidc)),
  );
  const account = new Prompt({ name: 'select_account', requestable: true });
  // Consent cannot resolve these: the user is informed and can switch accounts.
  const refusal = new Prompt(
    { name: 'refusal', requestable: false },
    new Check('not_admitted', 'the account cannot use this application', 'access_denied', ({ oidc }) => {
      const role = signedInOf(oidc)?.role;
      return !role || !oidc.client || refusalOf(role, oidc.client, oidc.requestParamScopes) !== null;
    }),
  );
  const enrolment = new Prompt(
    { name: 'enrolment', requestable: false },
    new Check('mfa_missing', 'the user must set up a second factor', ({ oidc }) => {
      return signedInOf(oidc)?.mfa_missing === true;
    }),
  );
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    new Check('scopes_missing', 'the user must consent', ({ oidc }: Context) => {
      const role = signedInOf(oidc)?.role;
      const granted = new Set(oidc.grant?.getResourceScope(audience).split(' '));
      return !role || grantableScopes(oidc.requestParamScopes, role).some((scope) => !granted.has(scope));
    }),
  );
  return [login, account, refusal, enrolment, consent];
}

/** `max_age` (OpenID Connect Core 1.0, 3.1.2.1). */
function isTooOld({ params, session, result }: OidcContext): boolean {
  const maxAge = params['max_age'];
  return maxAge !== undefined && session?.past(maxAge) === true && !result?.login;
}

/** `id_token_hint`: whether the client expects another user. */
function isAnother(oidc: OidcContext): boolean {
  const { IdTokenHint } = oidc.entities;
  return IdTokenHint !== undefined && IdTokenHint.payload['sub'] !== signedInOf(oidc)?.user_id;
}
