import { PERMISSIONS, ROLE_PERMISSIONS, type Permission, type Role } from '../../common/principal/permissions.js';

/** Scopes of OpenID Connect (Core 1.0, 5.4 and 11). They identify the user and grant no permissions. */
export const IDENTITY_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const;

type PermissionScope = Exclude<Permission, 'directory.manage'>;
export type Scope = (typeof IDENTITY_SCOPES)[number] | PermissionScope;

/** Without the permission that only API keys of service accounts use. */
export const SCOPES: readonly Scope[] = [
  ...IDENTITY_SCOPES,
  ...PERMISSIONS.filter((permission): permission is PermissionScope => permission !== 'directory.manage'),
];

/** The scopes that a user of the role can grant. */
export function grantableScopes(scopes: Iterable<string>, role: Role): Scope[] {
  const wanted = new Set(scopes);
  const allowed = new Set<string>([...IDENTITY_SCOPES, ...ROLE_PERMISSIONS[role]]);
  return SCOPES.filter((scope) => wanted.has(scope) && allowed.has(scope));
}

export function narrowed(scopes: string, granted: readonly string[]): string {
  return scopes
    .split(' ')
    .filter((scope) => granted.includes(scope))
    .join(' ');
}

/** Third-party clients require the role's api.access permission. */
export function mayUseClient(role: Role, { first_party }: { first_party: boolean }): boolean {
  const needed: Permission = 'api.access';
  return role !== 'api_user' && (first_party || ROLE_PERMISSIONS[role].includes(needed));
}

/** Why an account cannot use a client: its role does not allow third-party clients, or has none of the requested scopes. */
export type Refusal = 'third_party' | 'nothing_to_give';

export function refusalOf(role: Role, client: { first_party: boolean }, scopes: Iterable<string>): Refusal | null {
  if (!mayUseClient(role, client)) return 'third_party';
  const wanted = [...scopes];
  return wanted.length > 0 && grantableScopes(wanted, role).length === 0 ? 'nothing_to_give' : null;
}
