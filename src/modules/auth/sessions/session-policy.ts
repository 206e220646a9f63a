import type { Session } from './session.entity.js';

/** Session settings of an organization (spec 2.9), in seconds. */
export interface SessionPolicy {
  session_timeout: number;
  /** Maximum lifetime of a session, regardless of refreshes. */
  refresh_token_expiry: number;
  /** Open sessions per user; a further one ends the least recently used. */
  max_concurrent_sessions: number;
  idle_timeout: number;
}

export type LapseRules = Pick<SessionPolicy, 'idle_timeout' | 'refresh_token_expiry'>;

export interface UserSessionPolicy extends SessionPolicy {
  organization_id: string;
}

/** Seconds in which the previous refresh token is still accepted: two tabs, or a lost response. */
export const REFRESH_RACE_SECONDS = 20;

/** Interval of writes of `last_seen_at`, in seconds; the precision of idle_timeout. */
export const LAST_SEEN_INTERVAL_SECONDS = 5;

/** A shorter `refresh_token_expiry` applies immediately, a longer one to new sessions. */
export function endOf(
  { created_at, expires_at }: Pick<Session, 'created_at' | 'expires_at'>,
  { refresh_token_expiry }: LapseRules,
): Date {
  return new Date(Math.min(expires_at.getTime(), created_at.getTime() + refresh_token_expiry * 1000));
}
