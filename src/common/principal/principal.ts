import { PERMISSIONS, ROLE_PERMISSIONS, type Grant, type Permission, type Role } from './permissions.js';

export type Plan = 'standard' | 'professional' | 'enterprise';

/** The caller: a user, or an API key or OAuth client acting for one. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly teamId: string | null;
  readonly role: Role;
  readonly plan: Plan;
  /** Version of the organization, with its settings, when the credential was checked. */
  readonly organizationVersion: number;
  /** Permissions of the request: of the role and grants, narrowed by the scopes of an API key or OAuth client. */
  readonly permissions: ReadonlySet<Permission>;
  readonly credential: SessionCredential | ApiKeyCredential | OAuthCredential;
  /** Only in a sandbox: the account that acts through its mirrored user. */
  readonly sandbox?: { readonly accountId: string };
}

/** Whose view of the data is used: the caller's, or that of the user for whom background work is done. */
export type Reader = Pick<Principal, 'userId' | 'organizationId' | 'teamId' | 'role' | 'permissions'>;

export interface Account {
  readonly role: Role;
  readonly grants: readonly Grant[];
}

interface Credential {
  /** The organization requires a second factor that the account lacks. Until then most routes are refused, also to its API keys. */
  readonly mfaMissing: boolean;
}

interface SessionCredential extends Credential {
  readonly type: 'session';
  readonly sessionId: string;
  /** Only in the console, whose grant can end before the session. It must get no token that outlives its page. */
  readonly console?: { readonly grantId: string; readonly scopes: ReadonlySet<string> };
  /** Last proof of identity in this session, by a second factor if the account has one. Null without one. */
  readonly provenAt: Date | null;
}

interface ApiKeyCredential extends Credential {
  readonly type: 'api_key';
  readonly apiKeyId: string;
  /** The key that was sent, current or in its grace period, and the client address. */
  readonly presented: PresentedApiKey;
}

export interface PresentedApiKey {
  /** SHA-256. */
  readonly keyHash: Buffer;
  /** IP address; empty if unknown. */
  readonly address: string;
}

interface OAuthCredential extends Credential {
  readonly type: 'oauth';
  readonly clientId: string;
  readonly grantId: string;
  /** The session in which the user authorized the client. */
  readonly sessionId: string;
  /** Time of the last proof of identity in that session. */
  readonly provenAt: Date | null;
  /** Scopes of both token and grant, including those of OpenID Connect (`profile`, `email`). */
  readonly scopes: ReadonlySet<string>;
}

/** Permissions of an account: of its role and, for service accounts, its grants. */
export function accountPermissions({ role, grants }: Account): Permission[] {
  return PERMISSIONS.filter(
    (permission) => ROLE_PERMISSIONS[role].includes(permission) || grants.some((grant) => grant === permission),
  );
}

/** Permissions of an account, narrowed to the scopes of an API key or OAuth token. */
export function effectivePermissions(account: Account, scopes?: readonly string[]): ReadonlySet<Permission> {
  const held = accountPermissions(account);
  return new Set(scopes ? held.filter((permission) => scopes.includes(permission)) : held);
}

/** In the order of {@link PERMISSIONS}. */
export function listPermissions(permissions: ReadonlySet<Permission>): Permission[] {
  return PERMISSIONS.filter((permission) => permissions.has(permission));
}
