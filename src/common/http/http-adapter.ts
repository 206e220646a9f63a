import type { IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { LogController, type FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import { MAX_HEADER_BYTES } from './request-limits.js';
import { requestIdOf } from './request-id.js';
import { rewriteUrl } from './rewrite-url.js';

/** The canonical base of every route of the API; `/v1` answers identically. */
export const API_BASE = 'api/v1';

export interface HttpAdapterOptions {
  logger: Logger;
  trustProxy: string[];
  timeouts: HttpTimeouts;
}

/** How long a client may take, all in milliseconds. */
export interface HttpTimeouts {
  /** For the headers, and for a body that is no upload. */
  request: number;
  /** For any body. */
  upload: number;
}

/**
 * A connection without a request is kept for longer than proxies keep theirs (60 s: nginx, load balancers of the clouds), so
 * that no request of theirs meets one that was just closed. Milliseconds.
 */
const KEEP_ALIVE_MS = 72_000;
/** How often connections are looked at within the time-out. */
const TIMEOUT_CHECKS = 4;

/** Fastify set up for this service: request ids, the `/v1` base, limits. */
export class HttpAdapter extends FastifyAdapter {
  constructor({ logger, trustProxy, timeouts }: HttpAdapterOptions) {
    super({
      loggerInstance: logger,
      // One line a request is written by our own hook, when it is over.
      logController: new LogController({ disableRequestLogging: true }),
      // The log's own mixin adds the request's id; a logger for each request would add it again, at a price.
      childLoggerFactory: (parent: FastifyBaseLogger) => parent,
      genReqId: requestIdOf,
      trustProxy: trustProxy.length > 0 ? trustProxy : false,
      requestTimeout: Math.max(timeouts.request, timeouts.upload),
      keepAliveTimeout: KEEP_ALIVE_MS,
      http: {
        headersTimeout: timeouts.request,
        requestTimeout: Math.max(timeouts.request, timeouts.upload),
        connectionsCheckingInterval: timeouts.request / TIMEOUT_CHECKS,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Node's own refusal has neither an envelope nor a request id; registerRequestLimits makes one.
        requireHostHeader: false,
      },
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      // As long as an address may be: what is no id is answered by its route, like any other that is unknown.
      routerOptions: { maxParamLength: 16_384 },
      rewriteUrl: (request: IncomingMessage) => rewriteUrl(request.url ?? '/'),
    });
  }

  /** Fastify's own errors keep their code until the error filter maps them; Nest would reduce them to a status. */
  override mapException(error: unknown): unknown {
    return error;
  }

  /** Leaves every body where it is: the body guard reads it when it is known who sends it. */
  leaveBodies(): void {
    const fastify = this.getInstance();
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  }
}
