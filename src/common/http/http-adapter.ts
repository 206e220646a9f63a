import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { LogController, type FastifyBaseLogger, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.js';
import { findExcess } from '../validation/json-bounds.js';
import { findUnusable } from '../validation/usable-input.js';
import { MAX_HEADER_BYTES } from './request-limits.js';
import { requestIdOf } from './request-id.js';
import { rewriteUrl } from './rewrite-url.js';
import { contentTypeRefused } from './takes-multipart.decorator.js';

export const BODY_LIMIT_BYTES = 1_048_576;

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Fields of an HTML form at most, and bytes of one: a page sends no more than a security key's credential. */
const FORM_LIMITS = { fields: 100, bytes: 65_536 };

/** How many bytes the body of the request may have, an upload aside. */
export function maxBodyBytes({ headers }: Pick<FastifyRequest, 'headers'>): number {
  return headers['content-type']?.startsWith(FORM_TYPE) === true ? FORM_LIMITS.bytes : BODY_LIMIT_BYTES;
}

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
/** A connection on which nothing moves, in a request too, such as a client that does not read its answer. Milliseconds. */
const STANDSTILL_MS = 660_000;

/** How often connections are looked at within the time-out. */
const TIMEOUT_CHECKS = 4;

/** Fastify set up for this service: request ids, the `/v1` base, body limits, strict JSON. */
export class HttpAdapter extends FastifyAdapter {
  constructor({ logger, trustProxy, timeouts }: HttpAdapterOptions) {
    super({
      loggerInstance: logger,
      // One line a request is written by our own hook, when it is over.
      logController: new LogController({ disableRequestLogging: true }),
      // The log's own mixin adds the request's id; a logger for each request would add it again, at a price.
      childLoggerFactory: (parent: FastifyBaseLogger) => parent,
      genReqId: requestIdOf,
      bodyLimit: BODY_LIMIT_BYTES,
      trustProxy: trustProxy.length > 0 ? trustProxy : false,
      requestTimeout: Math.max(timeouts.request, timeouts.upload),
      connectionTimeout: STANDSTILL_MS,
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

  /**
   * Strict JSON within `INPUT_BOUNDS`, which are checked before it is parsed. An empty body is no body, since clients send the
   * content type with every request (spec, part 1).
   */
  registerJsonParser(): void {
    const fastify = this.getInstance();
    const parseStrictly = fastify.getDefaultJsonParser('error', 'error');
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      if (body.length === 0) return done(null, undefined);
      const excess = findExcess(body as string);
      if (excess) return done(AppError.invalid([excess]));
      return parseStrictly(request, body as string, (error, value) => {
        if (error) return done(AppError.invalid([{ field: 'body', issue: 'is not valid JSON' }]));
        if (typeof value !== 'object' || value === null || Array.isArray(value)) {
          return done(AppError.invalid([{ field: 'body', issue: 'must be a JSON object' }]));
        }
        const unusable = findUnusable(value, 'body');
        return unusable ? done(AppError.invalid([unusable])) : done(null, value);
      });
    });
  }

  /**
   * Forms, as HTML pages and OAuth clients send them, on the routes that are made for them. Everywhere else they stay refused:
   * a page of somebody else's can send one with the user's cookies, but no JSON.
   *
   * @param routes path templates; call after {@link registerJsonParser}
   */
  registerFormParser(...routes: RegExp[]): void {
    const fastify = this.getInstance();
    fastify.addContentTypeParser<string>(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: FORM_LIMITS.bytes },
      (request, body, done) => {
        if (!routes.some((route) => route.test(request.routeOptions.url ?? '')))
          return done(contentTypeRefused(request));
        return done(null, { ...parse(body, '&', '=', { maxKeys: FORM_LIMITS.fields }) });
      },
    );
  }
}
