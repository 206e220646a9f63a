import { PERMISSIONS, ROLE_PERMISSIONS, type Permission, type Role } from './permissions.js';

export type Plan = 'standard' | 'professional' | 'enterprise';

/** Who is asking, as the authentication guard found out: a user in person, or an API key acting as its owner. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly teamId: string | null;
  readonly role: Role;
  readonly plan: Plan;
  /** Rights of this request: the role's, for an API key only those that its scopes name. */
  readonly permissions: ReadonlySet<Permission>;
  readonly credential:
    { readonly type: 'session'; readonly sessionId: string } | { readonly type: 'api_key'; readonly apiKeyId: string };
}

/** Rights of a role, narrowed to the scopes of an API key when there are any. */
export function effectivePermissions(role: Role, scopes?: readonly string[]): ReadonlySet<Permission> {
  const granted = ROLE_PERMISSIONS[role];
  return new Set(scopes ? granted.filter((permission) => scopes.includes(permission)) : granted);
}

/** In the order of {@link PERMISSIONS}, for responses. */
export function listPermissions(permissions: ReadonlySet<Permission>): Permission[] {
  return PERMISSIONS.filter((permission) => permissions.has(permission));
}
