import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { sendError } from './send-error.js';

/** Maximum size of the request line and headers. Node refuses larger ones while reading. Bytes. */
export const MAX_HEADER_BYTES = 16_384;
/** Longer than any filter, cursor or authorization request. Characters. */
const MAX_URL_LENGTH = 8_192;
const MAX_HEADERS = 100;

/** Refuses long URLs, too many headers, and HTTP/1.1 without Host. To be called after {@link registerHttpHooks}. */
export function registerRequestLimits(fastify: FastifyInstance): void {
  // Node would refuse unknown expectations, which can be ignored (RFC 9110, 10.1.1).
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      return sendError(request, reply, AppError.invalid([{ field: 'Host', issue: 'is missing' }]));
    }
    if (request.originalUrl.length > MAX_URL_LENGTH) {
      const details = { reason: 'url', max_length: MAX_URL_LENGTH };
      return sendError(request, reply, new AppError('URI_TOO_LONG', 'The URL is too long', details));
    }
    if (request.raw.rawHeaders.length > 2 * MAX_HEADERS) {
      const details = { reason: 'headers', max_headers: MAX_HEADERS };
      return sendError(request, reply, new AppError('HEADERS_TOO_LARGE', 'The request has too many headers', details));
    }
    return done();
  });
}
