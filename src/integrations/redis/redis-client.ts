import { Redis } from 'ioredis';
import type { RedisServer } from './redis-url.js';

const CONNECT_TIMEOUT_MS = 2_000;
/** Timeout of connecting. Commands time out earlier. Milliseconds. */
const COMMAND_TIMEOUT_MS = 1_000;
/** Timeout of closing a connection. Milliseconds. */
const DISCONNECT_TIMEOUT_MS = 200;
const LONGEST_RECONNECT_MS = 2_000;

/** A client without an offline queue and without retries. Not connected yet. */
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
    // After a failover the old address may lead to a read-only server.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
}
