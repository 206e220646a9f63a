import { AppError } from '../../../common/errors/app-error.js';
import type { Permission } from '../../../common/auth/permissions.js';
import { areCidrsWithin, type ApiKeyLimits } from './api-key.policy.js';
import { canonicalCidr } from './cidr.js';

const DAY_MS = 86_400_000;
/** How far a client's clock may be ahead that asks for the whole time. */
const CLOCK_LEEWAY_MS = 300_000;

/** When a key ends for which that time is asked, or none: `maxDays` from now at the latest. @throws AppError INVALID_REQUEST */
export function endOf(text: string | null, maxDays: number): Date {
  const now = Date.now();
  const latest = now + maxDays * DAY_MS;
  const asked = text === null ? latest : new Date(text).getTime();
  if (asked <= now) throw invalidEnd('must be in the future');
  if (asked > latest + CLOCK_LEEWAY_MS) throw invalidEnd(`must be at most ${maxDays} days from now`);
  return new Date(Math.min(asked, latest));
}

const invalidEnd = (issue: string): AppError => AppError.invalid([{ field: 'expires_at', issue }]);

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
