import { Resolver } from 'node:dns';
import { parseRedisUrl, type RedisServer } from '../../integrations/redis/redis-url.js';
import {
  addresses,
  choice,
  flag,
  integer,
  listOf,
  optionalFlag,
  origins,
  seconds,
  text,
  webAddress,
  type Variable,
} from './variable.js';

/** Whether a process answers requests, works in the background, or both. */
export const ROLES = ['api', 'worker', 'all'] as const;
export type ProcessRole = (typeof ROLES)[number];

const redisUrl: Variable<RedisServer | null> = {
  doc: 'Redis server that counts requests of all nodes, redis://user:password@host:6379/0 or rediss:// with TLS (docs/operations/rate-limits.md). Empty: each process counts separately.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseRedisUrl(value)),
};

const nameServers: Variable<string[] | null> = {
  doc: 'Comma-separated name servers for hosts and domains that customers name, such as 192.0.2.53 or 192.0.2.53:5353. Empty: those of the system.',
  fallback: '',
  parse: (value) => {
    const servers = listOf(value);
    try {
      new Resolver().setServers(servers);
    } catch {
      throw new Error('must be IP addresses, with a port if it is not 53');
    }
    return servers.length > 0 ? servers : null;
  },
};

const redisPrefix: Variable<string> = {
  doc: 'Prefix of every key in Redis. Installations that share a server need different prefixes.',
  fallback: 'amks:',
  parse: (value) => {
    if (!/^[\w.:-]{1,64}$/.test(value)) throw new Error('must be at most 64 letters, digits and . : - _');
    return value;
  },
};

/** Addresses, limits and outbound connections. */
export const SERVER = {
  ROLE: choice<ProcessRole>(
    'all',
    ROLES,
    'Role of the process, also --role: api answers requests, worker reads files and runs background jobs, all does both (docs/operations/scaling.md).',
  ),
  HOST: text('127.0.0.1', 'Address to listen on.'),
  PORT: integer(3000, 0, 65535, 'Port to listen on. 0: any free port.'),
  PUBLIC_URL: webAddress('Public URL of the service and issuer of its tokens. Default: http://HOST:PORT.'),
  APP_URL: webAddress(
    'URL of the web frontend, for links in mail and for security keys. Default: the console; with CONSOLE=off PUBLIC_URL.',
  ),
  SANDBOX_URL: webAddress(
    'URL of a host for the sandbox alone, such as https://sandbox.example.com. Proxies must pass its Host header. Default: only /sandbox of PUBLIC_URL.',
  ),
  CONSOLE: choice<'on' | 'off'>(
    'on',
    ['on', 'off'],
    'Web console at /app, to which / leads browsers (docs/guides/console.md).',
  ),
  TRUST_PROXY: addresses(
    'Comma-separated addresses or CIDR blocks of reverse proxies whose X-Forwarded-For is trusted.',
  ),
  CORS_ORIGINS: origins(
    'Comma-separated origins whose pages can call the API from a browser, such as https://app.example.com. Default: none.',
  ),
  REQUEST_TIMEOUT_SECONDS: seconds(
    30,
    1,
    600,
    'Maximum time for headers and body to arrive. An upload must deliver at least 1 KiB for each of these seconds.',
  ),
  UPLOAD_TIMEOUT_SECONDS: seconds(3600, 1, 86_400, 'Maximum time for an upload to arrive.'),
  LOAD_SHED_EVENT_LOOP_MS: integer(
    100,
    1,
    60_000,
    'Delay of the event loop, in milliseconds, above which requests are rejected with 503.',
  ),
  LOAD_SHED_POOL_WAIT_MS: integer(
    200,
    1,
    60_000,
    'Wait for a PostgreSQL connection, in milliseconds, above which requests are rejected with 503.',
  ),
  LOAD_SHED_MAX_REQUESTS: integer(200, 1, 100_000, 'Maximum concurrent requests per process.'),
  EXPENSIVE_REQUESTS_PER_USER: integer(
    8,
    1,
    100_000,
    'Maximum concurrent searches, chat answers, comparisons, page images, exports, and lists of events and directories per user and process. Further requests get 429.',
  ),
  EXPENSIVE_REQUESTS_PER_ORGANIZATION: integer(
    24,
    1,
    100_000,
    'The same per organization. Keep it below 32, so that no organization can occupy a process.',
  ),
  SHUTDOWN_DELAY_SECONDS: seconds(
    0,
    0,
    300,
    'Seconds that a stopping process continues to answer while /readyz fails, so that load balancers remove it.',
  ),
  LOG_LEVEL: choice(
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'Minimum severity of log lines.',
  ),
  RATE_LIMIT_STANDARD: integer(
    1000,
    1,
    1_000_000_000,
    'Requests per hour on the standard plan, and per client address without credentials.',
  ),
  RATE_LIMIT_PROFESSIONAL: integer(10_000, 1, 1_000_000_000, 'Requests per hour on the professional plan.'),
  RATE_LIMIT_ENTERPRISE: integer(100_000, 1, 1_000_000_000, 'Requests per hour on the enterprise plan.'),
  REDIS_URL: redisUrl,
  REDIS_PREFIX: redisPrefix,
  OUTBOUND_ALLOW_LOOPBACK: flag(
    'true allows identity providers and webhooks on 127.0.0.1, also over http. For development and tests only.',
  ),
  DNS_SERVERS: nameServers,
  SEED_DEMO: optionalFlag(
    'Whether to create two demonstration organizations and the sample library: true or false. Default: only in a new embedded database.',
  ),
} as const;
