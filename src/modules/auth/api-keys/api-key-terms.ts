import { AppError } from '../../../common/errors/app-error.js';
import type { Permission } from '../../../common/auth/permissions.js';
import { areCidrsWithin, type ApiKeyLimits } from './api-key.policy.js';
import { canonicalCidr } from './cidr.js';

/** A request's time of expiry. @throws AppError INVALID_REQUEST when it is over */
export function futureTime(text: string | null): Date | null {
  const time = text === null ? null : new Date(text);
  if (time && time <= new Date()) throw AppError.invalid([{ field: 'expires_at', issue: 'must be in the future' }]);
  return time;
}

/** A request's blocks of addresses, each once and in canonical form; null for anywhere. */
export function canonicalCidrs(cidrs: readonly string[] | null): string[] | null {
  return cidrs && [...new Set(cidrs.flatMap((cidr) => canonicalCidr(cidr) ?? []))];
}

/** @throws AppError INVALID_REQUEST when there are scopes that may not be given */
export function refuseScopes(beyond: readonly Permission[]): void {
  if (beyond.length === 0) return;
  throw AppError.invalid([
    {
      field: 'scopes',
      issue: `must not go beyond the owner's permissions, your own and those of the key that makes this one: ${beyond.join(', ')}`,
    },
  ]);
}

/** @throws AppError INVALID_REQUEST when there are addresses that the limiting key is not allowed itself */
export function requireCidrsWithin(cidrs: readonly string[] | null, limit: ApiKeyLimits | null): void {
  if (areCidrsWithin(cidrs, limit)) return;
  throw AppError.invalid([
    { field: 'allowed_cidrs', issue: 'must lie within those of the key that makes or made this one' },
  ]);
}
