import type { IncomingMessage } from 'node:http';
import { typeid } from 'typeid-js';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The client's `X-Request-ID` when it is well formed, otherwise a new `req_…`. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : typeid('req').toString();
}
