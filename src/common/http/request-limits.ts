import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { sendError } from '../errors/send-error.js';

/** Of the request line and all header fields together; Node refuses more while it reads. Bytes. */
export const MAX_HEADER_BYTES = 16_384;
/** More than any filter, cursor or authorization request takes. Characters. */
const MAX_URL_LENGTH = 8_192;
const MAX_HEADERS = 100;

/** Refuses addresses that are too long, more header fields than anybody needs, and HTTP/1.1 without a Host. After {@link registerHttpHooks}. */
export function registerRequestLimits(fastify: FastifyInstance): void {
  // Node would answer by itself what it does not know; it may as well be ignored (RFC 9110, 10.1.1).
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      return sendError(request, reply, AppError.invalid([{ field: 'Host', issue: 'is missing' }]));
    }
    if (request.originalUrl.length > MAX_URL_LENGTH) {
      const details = { reason: 'url', max_length: MAX_URL_LENGTH };
      return sendError(request, reply, new AppError('URI_TOO_LONG', 'The address is too long', details));
    }
    // Names and values take turns.
    if (request.raw.rawHeaders.length > 2 * MAX_HEADERS) {
      const details = { reason: 'headers', max_headers: MAX_HEADERS };
      return sendError(request, reply, new AppError('HEADERS_TOO_LARGE', 'The request has too many headers', details));
    }
    return done();
  });
}
