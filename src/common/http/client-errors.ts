import type { Socket } from 'node:net';
import { typeid } from 'typeid-js';

const ISSUES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'has headers that are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'did not arrive in time',
};

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
  const issue = ISSUES[error.code ?? ''] ?? 'is not well-formed HTTP';
  const requestId = typeid('req').toString();
  const body = JSON.stringify({
    success: false,
    error: {
      code: 'INVALID_REQUEST',
      message: `request ${issue}`,
      details: { field: 'request', issue, errors: [{ field: 'request', issue }] },
    },
    meta: { timestamp: new Date().toISOString(), request_id: requestId },
  });
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-ID: ${requestId}`,
      'Connection: close',
      ...SECURITY_HEADERS,
      '',
      body,
    ].join('\r\n'),
  );
}
