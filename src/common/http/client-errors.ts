import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { typeid } from 'typeid-js';
import type { ErrorDetails } from '../errors/app-error.js';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { MAX_HEADER_BYTES } from './request-limits.js';

interface Refusal {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
}

const ISSUE = 'is not well-formed HTTP';
const MALFORMED: Refusal = {
  code: 'INVALID_REQUEST',
  message: `request ${ISSUE}`,
  details: { field: 'request', issue: ISSUE, errors: [{ field: 'request', issue: ISSUE }] },
};
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    code: 'HEADERS_TOO_LARGE',
    message: 'The headers of the request are too large',
    details: { reason: 'headers', max_bytes: MAX_HEADER_BYTES },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'REQUEST_TIMEOUT',
    message: 'The request did not arrive in time',
    details: { reason: 'arrival' },
  },
};
/** For the answer to be read before the connection is cut, whatever its client does. Milliseconds. */
const LINGER_MS = 1_000;

/** What every answer has, as far as it matters for one that is no page. */
const SECURITY_HEADERS = [
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy: no-referrer',
  'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  'X-Content-Type-Options: nosniff',
  'X-Frame-Options: DENY',
];

/**
 * Answers, with the error envelope, what never became a request: no HTTP, headers without end, a body that stopped. No
 * route, hook or filter sees these; Node hands over the bare connection, which ends here.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const status = ERROR_CODES[refusal.code];
  const requestId = typeid('req').toString();
  const body = JSON.stringify({
    success: false,
    error: refusal,
    meta: { timestamp: new Date().toISOString(), request_id: requestId },
  });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-ID: ${requestId}`,
      'Connection: close',
      ...SECURITY_HEADERS,
      '',
      body,
    ].join('\r\n'),
  );
  // Ended on our side alone, it would stay for as long as the client likes.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
