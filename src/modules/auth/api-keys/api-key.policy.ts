import type { Permission } from '../../../common/auth/permissions.js';
import { accountPermissions, type Account, type Principal } from '../../../common/auth/principal.js';
import type { ApiKey } from './api-key.entity.js';
import { areWithin, intersectionOf } from './cidr.js';

/** What keeps a key from doing more than its owner. */
export type ApiKeyLimits = Pick<ApiKey, 'scopes' | 'expires_at' | 'allowed_cidrs'>;

/** Keys of service accounts (role api_user) are managed by administrators; by their API keys too, if those may manage users. */
export function mayManageServiceAccounts({ role, permissions }: Principal): boolean {
  return role === 'admin' && permissions.has('user.manage');
}

/** Those of the scopes that the owner's role and grants, the caller's own rights or the key that limits this one do not give. */
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

/** Whether all the blocks of addresses are allowed by the limit as well; null stands for any address. */
export function areCidrsWithin(cidrs: readonly string[] | null, limit: ApiKeyLimits | null): boolean {
  return cidrs === null || !limit?.allowed_cidrs || areWithin(cidrs, limit.allowed_cidrs);
}

/** What both allow. A key never reaches further than the one it was made with: not in rights, in time or in addresses. */
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

/** The limits that differ, by name, with what they were and what they are. */
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

/** Whether the key may do anything after the change that it could not do before. */
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
