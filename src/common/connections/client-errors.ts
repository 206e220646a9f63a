import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { typeid } from 'typeid-js';
import { AppError, type ErrorDetails } from '../errors/app-error.js';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { rateLimitHeaders, type RateLimiter, type RateState } from '../rate-limits/rate-limiter.js';
import { MAX_HEADER_BYTES } from '../http/request-limits.js';

interface Refusal {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
}

const MALFORMED: Refusal = AppError.invalid([{ field: 'request', issue: 'is not well-formed HTTP' }]);
const LATE: Refusal = {
  code: 'REQUEST_TIMEOUT',
  message: 'The request did not arrive in time',
  details: { reason: 'arrival' },
};
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    code: 'HEADERS_TOO_LARGE',
    message: 'The headers of the request are too large',
    details: { reason: 'headers', max_bytes: MAX_HEADER_BYTES },
  },
  ERR_HTTP_REQUEST_TIMEOUT: LATE,
};
/** Time to read the response before the connection is closed. Milliseconds. */
const LINGER_MS = 1_000;

/** The headers of every response that apply here. */
const SECURITY_HEADERS = [
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy: no-referrer',
  'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  'X-Content-Type-Options: nosniff',
  'X-Frame-Options: DENY',
];

/** Connections that have, or are about to get, their last response. */
const answered = new WeakSet<Socket>();

/** Answers malformed HTTP with the error envelope: Node passes a raw connection, without hooks or filters. Not counted. */
export function registerClientErrors({ server }: FastifyInstance, rateLimiter: RateLimiter): void {
  // Fastify's own response has neither an envelope nor headers.
  server.removeAllListeners('clientError');
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    const ip = socket.remoteAddress;
    if (error.code === 'ECONNRESET' || ip === undefined) {
      socket.destroy();
      return;
    }
    const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
    void answerUnlessTaken(socket, refusal, () => rateLimiter.peekAddress({ ip }));
  });
}

/** Answers a request that stopped arriving and closes its connection. */
export function answerLate(socket: Socket, state: RateState): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  end(socket, LATE, state);
}

async function answerUnlessTaken(socket: Socket, refusal: Refusal, findState: () => Promise<RateState>): Promise<void> {
  // Further data on the connection is not HTTP either.
  if (answered.has(socket)) return;
  answered.add(socket);
  // Where Node keeps the response in progress of a connection.
  const response = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;
  const state = isTaken(response) ? null : await findState();
  // Its response may have started meanwhile.
  if (state === null || isTaken(response)) socket.destroy();
  else end(socket, refusal, state);
}

/** Whether another response is pending: data written now would become part of it. */
function isTaken(response: ServerResponse | null): boolean {
  return response !== null && (response.headersSent || response.req.complete);
}

function end(socket: Socket, refusal: Refusal, state: RateState): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(write(refusal, rateLimitHeaders(state)));
  // Closed only on our side, it would stay open as long as the client wants.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function write(refusal: Refusal, limits: Record<string, string>): string {
  const status = ERROR_CODES[refusal.code];
  const requestId = typeid('req').toString();
  const body = JSON.stringify({
    success: false,
    error: { code: refusal.code, message: refusal.message, details: refusal.details },
    meta: { timestamp: new Date().toISOString(), request_id: requestId },
  });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${requestId}`,
    'Connection: close',
    ...SECURITY_HEADERS,
    ...Object.entries(limits).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}
