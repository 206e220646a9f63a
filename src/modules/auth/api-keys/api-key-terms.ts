import { AppError } from '../../../common/errors/app-error.js';
import type { Permission } from '../../../common/principal/permissions.js';
import { areCidrsWithin, type ApiKeyLimits } from './api-key.policy.js';
import { canonicalCidr } from './cidr.js';

const DAY_MS = 86_400_000;
/** Tolerated clock skew of clients that request the maximum lifetime. */
const CLOCK_LEEWAY_MS = 300_000;

/** Parses the requested expiry; null means `maxDays` from now. @throws AppError INVALID_REQUEST */
export function endOf(text: string | null, maxDays: number): Date {
  const now = Date.now();
  const latest = now + maxDays * DAY_MS;
  const asked = text === null ? latest : new Date(text).getTime();
  if (asked <= now) throw invalidEnd('must be in the future');
  if (asked > latest + CLOCK_LEEWAY_MS) throw invalidEnd(`must be at most ${maxDays} days from now`);
  return new Date(Math.min(asked, latest));
}

const invalidEnd = (issue: string): AppError => AppError.invalid([{ field: 'expires_at', issue }]);

/** Unique blocks in canonical form; null allows any address. */
export function canonicalCidrs(cidrs: readonly string[] | null): string[] | null {
  return cidrs && [...new Set(cidrs.flatMap((cidr) => canonicalCidr(cidr) ?? []))];
}

/** @throws AppError INVALID_REQUEST if there are any */
export function refuseScopes(beyond: readonly Permission[]): void {
  if (beyond.length === 0) return;
  throw AppError.invalid([
    {
      field: 'scopes',
      issue: `must not exceed the permissions of the owner, of the caller and of the key that creates this one: ${beyond.join(', ')}`,
    },
  ]);
}

/** @throws AppError INVALID_REQUEST for addresses outside the limit */
export function requireCidrsWithin(cidrs: readonly string[] | null, limit: ApiKeyLimits | null): void {
  if (areCidrsWithin(cidrs, limit)) return;
  throw AppError.invalid([
    { field: 'allowed_cidrs', issue: 'must be within those of the key that creates or created this one' },
  ]);
}
