import type { Permission } from '../../../common/principal/permissions.js';
import { accountPermissions, type Account, type Principal } from '../../../common/principal/principal.js';
import type { ApiKey } from './api-key.entity.js';
import { areWithin, intersectionOf } from './cidr.js';

export type ApiKeyLimits = Pick<ApiKey, 'scopes' | 'expires_at' | 'allowed_cidrs'>;

/** Keys of service accounts (role api_user) are managed by administrators, in a session or with a key that may manage users. */
export function mayManageServiceAccounts({ role, permissions }: Principal): boolean {
  return role === 'admin' && permissions.has('user.manage');
}

/** Scopes not covered by the owner's role and grants, the caller's permissions or the limiting key. */
export function scopesBeyond(
  scopes: readonly Permission[],
  owner: Account,
  { permissions }: Principal,
  limit: ApiKeyLimits | null,
): Permission[] {
  const held = accountPermissions(owner);
  const isGiven = (scope: Permission): boolean =>
    held.includes(scope) && permissions.has(scope) && limit?.scopes.includes(scope) !== false;
  return scopes.filter((scope) => !isGiven(scope));
}

/** `cidrs` null means any address. */
export function areCidrsWithin(cidrs: readonly string[] | null, limit: ApiKeyLimits | null): boolean {
  return cidrs === null || !limit?.allowed_cidrs || areWithin(cidrs, limit.allowed_cidrs);
}

/** The intersection with the limit, in scopes, lifetime and addresses. */
export function narrowed<T extends ApiKeyLimits>(key: T, limit: ApiKeyLimits | null): T {
  if (!limit) return key;
  return {
    ...key,
    scopes: key.scopes.filter((scope) => limit.scopes.includes(scope)),
    expires_at: earlier(key.expires_at, limit.expires_at),
    allowed_cidrs:
      key.allowed_cidrs && limit.allowed_cidrs
        ? intersectionOf(key.allowed_cidrs, limit.allowed_cidrs)
        : (key.allowed_cidrs ?? limit.allowed_cidrs),
  };
}

/** Old and new values of the changed limits, by name. */
export function changedLimits(
  before: ApiKeyLimits,
  after: ApiKeyLimits,
): Record<string, { from: unknown; to: unknown }> {
  const text = (value: ApiKeyLimits[keyof ApiKeyLimits]): string => JSON.stringify(value);
  const changed = (['scopes', 'expires_at', 'allowed_cidrs'] as const).filter(
    (name) => text(before[name]) !== text(after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}

/** Whether the change adds any access. */
export function isWidened(before: ApiKeyLimits, after: ApiKeyLimits): boolean {
  const inTime = (after.expires_at?.getTime() ?? Infinity) <= (before.expires_at?.getTime() ?? Infinity);
  const inRights = after.scopes.every((scope) => before.scopes.includes(scope));
  const inAddresses =
    before.allowed_cidrs === null || (after.allowed_cidrs !== null && areCidrsWithin(after.allowed_cidrs, before));
  return !(inTime && inRights && inAddresses);
}

function earlier(some: Date | null, other: Date | null): Date | null {
  if (!some || !other) return some ?? other;
  return some < other ? some : other;
}
