import type { ClientConfig } from 'pg';

/** How long is waited for the database. Milliseconds. */
export interface DatabaseTimes {
  /** For a connection, of the pool or a new one. */
  waitMs: number;
  /** For a lock that another transaction has. */
  lockMs: number;
  /** For a statement, so that one query cannot hold a connection for ever. */
  statementMs: number;
}

/** A transaction in which nothing happens for so long was forgotten; its locks go with its connection. Milliseconds. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** PostgreSQL ends a statement itself and says so. Who has heard nothing for so much longer is connected to nobody. Milliseconds. */
const SILENCE_MS = 5_000;
/** A connection that is silent for so long is asked, once a second, whether its other end is there; after ten questions it ends. */
const KEEPALIVE_MS = 10_000;

/** Of every connection to the database: none is waited for without end, not even when its host vanishes without a word. */
export function connectionOptions({ waitMs, lockMs, statementMs }: DatabaseTimes) {
  return {
    connectionTimeoutMillis: waitMs,
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
  } satisfies ClientConfig;
}
