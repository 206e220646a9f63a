import { Redis } from 'ioredis';
import type { RedisServer } from './redis-url.js';

const CONNECT_TIMEOUT_MS = 2_000;
/** The commands that open a connection must be answered by then; questions are given up earlier. Milliseconds. */
const COMMAND_TIMEOUT_MS = 1_000;
/** How long a server that hangs may take to close a connection. Milliseconds. */
const DISCONNECT_TIMEOUT_MS = 200;
const LONGEST_RECONNECT_MS = 2_000;

/** A client that waits for nobody: no queue while there is no connection, no second try of a command. Not connected yet. */
export function createRedisClient({ host, port, isEncrypted, username, password, database }: RedisServer): Redis {
  return new Redis({
    host,
    port,
    username,
    password,
    db: database,
    ...(isEncrypted && { tls: {} }),
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    disableClientInfo: true,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, LONGEST_RECONNECT_MS),
    // After a failover the old address may lead to a server that only reads.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
}
