import cors from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { RateLimiter } from '../rate-limits/rate-limiter.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const REQUEST_HEADERS = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Range',
  'X-API-Key',
  'X-Sandbox-Error',
  'X-Client-Name',
  'X-Client-Version',
  'X-Debug',
  'X-Request-ID',
];
/** Response headers that scripts can read, in addition to the safelisted ones. */
const RESPONSE_HEADERS = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-ID',
  'X-Revision-Status',
];
/** Time for which browsers cache a preflight. Seconds. */
const MAX_AGE = 7_200;

export interface CorsOptions {
  /** Exactly as browsers send them. */
  origins: readonly string[];
  /** Pages of the service, which use browser sessions: no other origin can read them. */
  pages: RegExp;
  /** Public metadata, which every origin can read. */
  metadata: RegExp;
}

/** The only CORS policy. Cookies are never allowed. Preflights are answered here and not counted. */
export async function registerCors(
  app: NestFastifyApplication,
  { origins, pages, metadata }: CorsOptions,
  rateLimiter: RateLimiter,
): Promise<void> {
  const allowed = new Set(origins);
  const options = {
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: RESPONSE_HEADERS,
    maxAge: MAX_AGE,
    credentials: false,
    strictPreflight: false,
  };
  await app.register(cors, {
    delegator: (request: FastifyRequest, done) => {
      if (metadata.test(request.url)) return done(null, { ...options, origin: '*' });
      const { origin = '' } = request.headers;
      const isAllowed = allowed.has(origin) && !pages.test(request.url);
      if (isAllowed && request.method === 'OPTIONS') rateLimiter.exempt(request);
      done(null, { ...options, origin: isAllowed ? origin : false });
    },
  });
}
