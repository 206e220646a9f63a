import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../src/common/runtime/free-port.js';
import type { ProcessRole } from '../../../src/config/variables/server.js';
import { ApiClient } from '../api/api-client.js';
import { startNginx, type TestNginx } from '../peers/nginx.js';
import { startRedis, type TestRedis } from '../peers/redis-server.js';
import { startS3, type TestS3 } from '../peers/s3-server.js';
import { startService, type ServiceOptions, type TestService } from './test-service.js';
import { startWorld, type SignedIn, type TestWorld } from './test-world.js';

/** For the hook that starts a cluster. */
export const START_TIMEOUT_MS = 240_000;

/** Longer than nginx keeps a connection to a node that is not used: deploy/nginx/amks.conf. */
const SHUTDOWN_DELAY_SECONDS = '5';

/** Nodes on one PostgreSQL, one Redis and one object store, behind nginx; each with a separate data folder. */
export interface Cluster {
  /** Around the first node: its database, factories, sign-in. */
  world: TestWorld;
  /** In the order of the roles. */
  nodes: TestService[];
  nginx: TestNginx;
  redis: TestRedis;
  s3: TestS3;
  /** The caller's API by way of nginx, or of one node. */
  through(who: SignedIn, node?: TestService): ApiClient;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** One node each; the first answers requests. nginx knows those that do. */
  roles: ProcessRole[];
  env?: Record<string, string>;
  /** Of an empty database; one of the run's server unless given. */
  databaseUrl?: string;
}

export async function startCluster({ roles, env = {}, databaseUrl }: ClusterOptions): Promise<Cluster> {
  const ports = await Promise.all(roles.map(() => freePort()));
  const answering = ports.filter((_, index) => roles[index] !== 'worker');
  const [redis, s3, nginx] = await Promise.all([
    startRedis(),
    startS3(),
    startNginx(answering.map((port) => `127.0.0.1:${port}`)),
  ]);
  const folders: string[] = [];
  const optionsOf = async (index: number, url?: string): Promise<ServiceOptions> => {
    const options = {
      env: {
        ...s3.env,
        REDIS_URL: redis.url,
        SECRET_KEY: 'ab'.repeat(32),
        TRUST_PROXY: '127.0.0.1',
        SHUTDOWN_DELAY_SECONDS,
        // Several nodes on a few processors are slow at their start; shedding has its own tests.
        LOAD_SHED_EVENT_LOOP_MS: '60000',
        LOAD_SHED_POOL_WAIT_MS: '60000',
        ROLE: roles[index]!,
        // It stays over a restart, since nginx knows it.
        PORT: String(ports[index]),
        ...env,
      },
    };
    if (url === undefined) return options;
    const dataDir = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'node-data-'));
    folders.push(dataDir);
    return { ...options, beside: { databaseUrl: url, dataDir } };
  };
  const world = await startWorld(await optionsOf(0, databaseUrl));
  const others = roles.slice(1).map(async (_, index) => {
    return startService(await optionsOf(index + 1, world.service.databaseUrl));
  });
  const nodes = [world.service, ...(await Promise.all(others))];
  return {
    world,
    nodes,
    nginx,
    redis,
    s3,
    through: ({ accessToken }, node) => new ApiClient(() => node?.baseUrl ?? nginx.url).withBearer(accessToken),
    stop: async () => {
      await nginx.stop();
      await Promise.all(nodes.slice(1).map((node) => node.kill()));
      await world.service.kill();
      await world.stop();
      await Promise.all([redis.stop(), s3.stop()]);
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}
