import type { Pool } from 'pg';
import type { MetricSamples } from '../telemetry/metric-samples.js';
import { gauge, histogram, secondsSince } from '../telemetry/metrics.js';
import { ReservingPool } from './reserving-pool.js';

const connections = gauge('db_pool_connections', 'Connections of the pool, by state: idle or in use.', ['state']);
const limit = gauge('db_pool_connections_max', 'Connections that the pool may open: DATABASE_POOL_SIZE.');
const waiting = gauge('db_pool_waiting', 'Statements and transactions that wait for a connection.');
const waits = histogram('db_pool_wait_seconds', 'Time until there was a connection, or none in time.');

type Connect = (answer?: (...results: unknown[]) => void) => Promise<unknown> | undefined;

/** Measures the pool. It does not report waits, so its `connect` is timed. */
export function observePool(pool: Pool, samples: MetricSamples): void {
  const connect = pool.connect.bind(pool) as Connect;
  const timed: Connect = (answer) => {
    const startedAt = performance.now();
    const observe = (): void => waits.observe(secondsSince(startedAt));
    if (answer) {
      return connect((...results) => {
        observe();
        answer(...results);
      });
    }
    const client = connect();
    client?.then(observe, observe);
    return client;
  };
  pool.connect = timed as typeof pool.connect;
  samples.add({
    source: 'pool',
    gauges: [connections, limit, waiting],
    holdsMs: 0,
    read: () => [
      [connections, pool.idleCount, { state: 'idle' }],
      [connections, pool.totalCount - pool.idleCount, { state: 'used' }],
      [limit, pool.options.max],
      [waiting, pool instanceof ReservingPool ? pool.waitingAll : pool.waitingCount],
    ],
  });
}
