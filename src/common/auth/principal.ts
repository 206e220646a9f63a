import { PERMISSIONS, ROLE_PERMISSIONS, type Grant, type Permission, type Role } from './permissions.js';

export type Plan = 'standard' | 'professional' | 'enterprise';

/** Who is asking, as the authentication guard found out: a user in person, or an API key or OAuth client acting for one. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly teamId: string | null;
  readonly role: Role;
  readonly plan: Plan;
  /** Rights of this request: the role's and the account's grants, for an API key or OAuth client only those that its scopes name. */
  readonly permissions: ReadonlySet<Permission>;
  readonly credential: SessionCredential | ApiKeyCredential | OAuthCredential;
}

/** With whose eyes something is looked at: a caller's or, when nobody asks, those of whom it is made for. */
export type Reader = Pick<Principal, 'userId' | 'organizationId' | 'teamId' | 'role' | 'permissions'>;

/** What decides which rights an account has. */
export interface Account {
  readonly role: Role;
  readonly grants: readonly Grant[];
}

interface Credential {
  /**
   * The organization demands a second factor that the account does not have yet: until one is enrolled, in a session, there
   * is little that it may do. By its API keys neither, or whoever makes one in time would never need the factor.
   */
  readonly mfaMissing: boolean;
}

interface SessionCredential extends Credential {
  readonly type: 'session';
  readonly sessionId: string;
  /**
   * When the user last proved in this session who they are: by a second factor where the account has one, otherwise by
   * any. Null when that never happened, as in a session older than the account's first second factor.
   */
  readonly provenAt: Date | null;
}

interface ApiKeyCredential extends Credential {
  readonly type: 'api_key';
  readonly apiKeyId: string;
  /** Which of its keys was sent, the present one or a former one in its time of grace, and from where. */
  readonly presented: PresentedApiKey;
}

export interface PresentedApiKey {
  /** SHA-256. */
  readonly keyHash: Buffer;
  /** IP address; empty when it is not known. */
  readonly address: string;
}

interface OAuthCredential extends Credential {
  readonly type: 'oauth';
  readonly clientId: string;
  readonly grantId: string;
  /** The session in which the user let the client act. */
  readonly sessionId: string;
  /** When the user last proved in that session who they are, as for a session itself. */
  readonly provenAt: Date | null;
  /** Scopes that token and grant have, those of OpenID Connect (`profile`, `email`) among them. */
  readonly scopes: ReadonlySet<string>;
}

/** What an account may do: its role's rights and, for a service account, those granted to it beside. */
export function accountPermissions({ role, grants }: Account): Permission[] {
  return PERMISSIONS.filter(
    (permission) => ROLE_PERMISSIONS[role].includes(permission) || grants.some((grant) => grant === permission),
  );
}

/** Rights of an account, narrowed to the scopes of an API key or OAuth token when there are any. */
export function effectivePermissions(account: Account, scopes?: readonly string[]): ReadonlySet<Permission> {
  const held = accountPermissions(account);
  return new Set(scopes ? held.filter((permission) => scopes.includes(permission)) : held);
}

/** In the order of {@link PERMISSIONS}, for responses. */
export function listPermissions(permissions: ReadonlySet<Permission>): Permission[] {
  return PERMISSIONS.filter((permission) => permissions.has(permission));
}
