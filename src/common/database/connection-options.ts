import type { ClientConfig } from 'pg';

/** Timeouts. Milliseconds. */
export interface DatabaseTimes {
  /** For a connection, pooled or new. */
  waitMs: number;
  /** For a lock of another transaction. */
  lockMs: number;
  /** For a statement. */
  statementMs: number;
}

/** Sessions idle in a transaction for this long are closed, which frees their locks. Milliseconds. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** Time after which the client gives up if PostgreSQL's own timeout did not arrive. Milliseconds. */
const SILENCE_MS = 5_000;
/** A silent connection is probed after this time, once per second, and closed after ten failures. */
const KEEPALIVE_MS = 10_000;

/** Options of every connection. All waits are bounded, even if the host disappears. */
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
