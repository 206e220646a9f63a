import type { Session } from './session.entity.js';

/** Session values of the spec (2.9), in seconds; each organization sets its own. */
export interface SessionPolicy {
  /** Lifetime of an access token. */
  session_timeout: number;
  /** Lifetime of a session from login, however often it is refreshed. */
  refresh_token_expiry: number;
  /** Open sessions a user; one more ends the least recently used. */
  max_concurrent_sessions: number;
  /** A session without a request for this long is over. */
  idle_timeout: number;
}

/** The rules by which a session is over though nobody ended it. */
export type LapseRules = Pick<SessionPolicy, 'idle_timeout' | 'refresh_token_expiry'>;

/** The rules for the sessions of a user, and whose rules they are. */
export interface UserSessionPolicy extends SessionPolicy {
  organization_id: string;
}

/** A refresh token may come again within this time after its rotation: two tabs, or an answer lost on the way. Seconds. */
export const REFRESH_RACE_SECONDS = 20;

/** How often `last_seen_at` of the sessions in use is written, in seconds: precise enough for idle_timeout. */
export const LAST_SEEN_INTERVAL_SECONDS = 5;

/** When the session ends at the latest: a shorter `refresh_token_expiry` counts at once, a longer one for new sessions. */
export function endOf(
  { created_at, expires_at }: Pick<Session, 'created_at' | 'expires_at'>,
  { refresh_token_expiry }: LapseRules,
): Date {
  return new Date(Math.min(expires_at.getTime(), created_at.getTime() + refresh_token_expiry * 1000));
}
