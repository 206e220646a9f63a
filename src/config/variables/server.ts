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
} from '../variable.js';

/** What a process does: answer requests, work in the background, or both. */
export const ROLES = ['api', 'worker', 'all'] as const;
export type ProcessRole = (typeof ROLES)[number];

const redisUrl: Variable<RedisServer | null> = {
  doc: 'redis://user:password@host:6379/0, or rediss:// encrypted: counts requests for all nodes together. Empty: each process counts its own (docs/operations/rate-limits.md).',
  fallback: '',
  parse: (value) => (value === '' ? null : parseRedisUrl(value)),
};

const nameServers: Variable<string[] | null> = {
  doc: 'Name servers, such as 192.0.2.53 or 192.0.2.53:5353, that are asked about the hosts and domains that customers name. Empty: those of the system.',
  fallback: '',
  parse: (value) => {
    const servers = listOf(value);
    try {
      new Resolver().setServers(servers);
    } catch {
      throw new Error('must be addresses, each with a port where it is not 53');
    }
    return servers.length > 0 ? servers : null;
  },
};

const redisPrefix: Variable<string> = {
  doc: 'Put before every key in Redis, so that several installations can share one.',
  fallback: 'amks:',
  parse: (value) => {
    if (!/^[\w.:-]{1,64}$/.test(value)) throw new Error('must be letters, digits and . : - _, 64 at most');
    return value;
  },
};

/** How the service is reached, and what it lets in and out. */
export const SERVER = {
  ROLE: choice<ProcessRole>(
    'all',
    ROLES,
    'api answers requests, worker reads files and does what is done in the background, all does both; --role says the same (docs/operations/scaling.md).',
  ),
  HOST: text('127.0.0.1', 'Address to listen on.'),
  PORT: integer(3000, 0, 65535, 'Port to listen on; 0 takes a free one.'),
  PUBLIC_URL: webAddress(
    'The address by which clients reach the service; issuer of its tokens. Default: http://HOST:PORT.',
  ),
  APP_URL: webAddress(
    'Address of the web frontend: links in mails lead to it, and security keys are registered there. Default: PUBLIC_URL.',
  ),
  TRUST_PROXY: addresses(
    'Comma-separated addresses or CIDR blocks of reverse proxies whose X-Forwarded-For is believed.',
  ),
  CORS_ORIGINS: origins(
    'Comma-separated origins, such as https://app.example.com, whose pages may call the API from a browser. Default: none.',
  ),
  REQUEST_TIMEOUT_SECONDS: seconds(
    30,
    1,
    600,
    'Headers, and a body that is no upload, that have not arrived by then are given up; so is an upload that brings less than 1 KiB for each of these seconds.',
  ),
  UPLOAD_TIMEOUT_SECONDS: seconds(3600, 1, 86_400, 'Longest time for an upload to arrive.'),
  LOAD_SHED_EVENT_LOOP_MS: integer(
    100,
    1,
    60_000,
    'Delay of the event loop from which on requests are turned away with 503, until it is shorter.',
  ),
  LOAD_SHED_POOL_WAIT_MS: integer(
    200,
    1,
    60_000,
    'The same for the time that a request has waited for a connection to PostgreSQL.',
  ),
  LOAD_SHED_MAX_REQUESTS: integer(200, 1, 100_000, 'Requests that one process has under way at most.'),
  EXPENSIVE_REQUESTS_PER_USER: integer(
    8,
    1,
    100_000,
    'Searches, chat answers, comparisons, page images and conversation exports that one user has under way in one process; more are answered 429.',
  ),
  EXPENSIVE_REQUESTS_PER_ORGANIZATION: integer(
    24,
    1,
    100_000,
    'The same for all users of an organization together. Below 32, no organization can take all places of a process.',
  ),
  SHUTDOWN_DELAY_SECONDS: seconds(
    0,
    0,
    300,
    'Seconds for which a process asked to stop goes on answering while /readyz tells load balancers to leave it.',
  ),
  LOG_LEVEL: choice(
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'Least severe log line written.',
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
    'true lets identity providers and webhooks be on 127.0.0.1, over http too; for development and tests only.',
  ),
  DNS_SERVERS: nameServers,
  SEED_DEMO: optionalFlag(
    'true or false: two demonstration organizations and the sample library. Default: only when the embedded database is new.',
  ),
} as const;
