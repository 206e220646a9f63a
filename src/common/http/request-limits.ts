import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { sendError } from '../errors/send-error.js';

/** Of the request line and all header fields together; Node refuses more while it reads. Bytes. */
export const MAX_HEADER_BYTES = 16_384;
/** More than any filter, cursor or authorization request takes. Characters. */
const MAX_URL_LENGTH = 8_192;
const MAX_HEADERS = 100;

/** Refuses addresses that are too long and more header fields than anybody needs. After {@link registerHttpHooks}. */
export function registerRequestLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
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
