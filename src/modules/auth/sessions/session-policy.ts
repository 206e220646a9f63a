/** Session values of the spec (2.9), in seconds. */
export const SESSION_POLICY = {
  /** Lifetime of an access token. */
  session_timeout: 3600,
  /** Lifetime of a session from login, however often it is refreshed. */
  refresh_token_expiry: 2_592_000,
  /** Open sessions a user; one more ends the least recently used. */
  max_concurrent_sessions: 5,
  /** A session without a request for this long is over. */
  idle_timeout: 1800,
} as const;

/** A refresh token may come again within this time after its rotation: two tabs, or an answer lost on the way. Seconds. */
export const REFRESH_RACE_SECONDS = 20;

/** How often `last_seen_at` of the sessions in use is written, in seconds: precise enough for idle_timeout. */
export const LAST_SEEN_INTERVAL_SECONDS = 5;
