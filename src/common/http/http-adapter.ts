import type { IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { LogController, type FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import { typeid } from 'typeid-js';
import { leaveSandbox, markSandbox } from '../sandbox/sandbox-base.js';
import { MAX_HEADER_BYTES } from './request-limits.js';

export const API_BASE = 'api/v1';

export interface HttpAdapterOptions {
  logger: Logger;
  trustProxy: string[];
  sandboxUrl: URL | null;
  timeouts: HttpTimeouts;
}

/** Timeouts for clients. Milliseconds. */
export interface HttpTimeouts {
  /** For headers, and for bodies other than uploads. */
  request: number;
  /** For all bodies. */
  upload: number;
}

/** Milliseconds. Longer than proxies keep idle connections (60 s in nginx), so that they do not reuse a closed one. */
const KEEP_ALIVE_MS = 72_000;
/** Checks of connections within the timeout. */
const TIMEOUT_CHECKS = 4;

export class HttpAdapter extends FastifyAdapter {
  constructor({ logger, trustProxy, sandboxUrl, timeouts }: HttpAdapterOptions) {
    super({
      loggerInstance: logger,
      // Our own hook writes one line per request.
      logController: new LogController({ disableRequestLogging: true }),
      // The logger's mixin adds the request id. A child logger per request would add it again.
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
        // Node's response has no envelope; registerRequestLimits refuses instead.
        requireHostHeader: false,
      },
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      // As long as a path can be, so that malformed ids reach their route.
      routerOptions: { maxParamLength: 16_384 },
      rewriteUrl: (request: IncomingMessage) => {
        const { url, isSandbox } = leaveSandbox(request.url ?? '/', request.headers.host, sandboxUrl);
        if (isSandbox) markSandbox(request);
        return rewriteUrl(url);
      },
    });
  }

  /** Fastify's errors keep their code for the error filter. Nest would reduce them to a status. */
  override mapException(error: unknown): unknown {
    return error;
  }

  /** Leaves bodies unread: the body guard reads them after authentication. */
  leaveBodies(): void {
    const fastify = this.getInstance();
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  }
}

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** A well-formed `X-Request-ID` of the client, otherwise a new `req_…`. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : typeid('req').toString();
}

/** `/v1/…` is an alias of `/api/v1/…`. A path that cannot be decoded is taken literally, as an unknown id or route. */
export function rewriteUrl(url: string): string {
  const routed = url.startsWith('/v1/') ? `/api${url}` : url;
  const end = routed.indexOf('?');
  const path = end === -1 ? routed : routed.slice(0, end);
  return isDecodable(path) ? routed : path.replaceAll('%', '%25') + routed.slice(path.length);
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
