import { PERMISSIONS, ROLE_PERMISSIONS, type Permission, type Role } from '../../common/auth/permissions.js';

/** Scopes of OpenID Connect (Core 1.0, 5.4 and 11): who the user is. Not rights: those are the permissions. */
export const IDENTITY_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const;

/** Every scope there is, in the order in which they are listed to people. */
export const SCOPES = [...IDENTITY_SCOPES, ...PERMISSIONS] as const;
export type Scope = (typeof SCOPES)[number];

/** Of the scopes, those that a user of the role can give: what it lacks itself it cannot let others do. */
export function grantableScopes(scopes: Iterable<string>, role: Role): Scope[] {
  const wanted = new Set(scopes);
  const allowed = new Set<string>([...IDENTITY_SCOPES, ...ROLE_PERMISSIONS[role]]);
  return SCOPES.filter((scope) => wanted.has(scope) && allowed.has(scope));
}

/** Of the scopes (names with spaces between them), those that were granted too. */
export function narrowed(scopes: string, granted: readonly string[]): string {
  return scopes
    .split(' ')
    .filter((scope) => granted.includes(scope))
    .join(' ');
}

/** Whether users of the role may use the client: third parties act through the API, for which the role needs the right. */
export function mayUseClient(role: Role, { first_party }: { first_party: boolean }): boolean {
  const needed: Permission = 'api.access';
  return role !== 'api_user' && (first_party || ROLE_PERMISSIONS[role].includes(needed));
}

/** Why an account cannot use a client, whatever it consents to: its role lets no third party act, or has nothing of what is asked for. */
export type Refusal = 'third_party' | 'nothing_to_give';

export function refusalOf(role: Role, client: { first_party: boolean }, scopes: Iterable<string>): Refusal | null {
  if (!mayUseClient(role, client)) return 'third_party';
  const wanted = [...scopes];
  return wanted.length > 0 && grantableScopes(wanted, role).length === 0 ? 'nothing_to_give' : null;
}
