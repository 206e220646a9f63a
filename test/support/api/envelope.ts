import type { ApiResponse, Json } from './api-client.js';
import { problemOfStatus } from './documented-statuses.js';

const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** The error catalog of the interface, deliberately repeated: a test must not learn it from the service. */
const STATUS_OF_CODE: Record<string, number> = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  UNPROCESSABLE: 422,
  RATE_LIMIT_EXCEEDED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  UPSTREAM_ERROR: 502,
  SERVICE_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
};

/**
 * What holds for every response: request id and rate limit headers, a status that the description names, and under the
 * API's bases the success or the error envelope with exactly its keys.
 *
 * @throws Error naming the request and what is wrong
 */
export function expectEnvelope(method: string, path: string, response: ApiResponse): void {
  const problem =
    problemOfHeaders(response) ??
    problemOfStatus(method, path, response.status) ??
    (method === 'HEAD' ? null : problemOfBody(path, response));
  if (problem !== null) {
    throw new Error(`${method} ${path} → ${response.status}: ${problem}\n${response.text.slice(0, 1000)}`);
  }
}

function problemOfHeaders({ headers }: ApiResponse): string | null {
  if (!headers.get('x-request-id')) return 'no X-Request-ID header';
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (!/^\d+$/.test(headers.get(name) ?? '')) return `${name} is ${headers.get(name)}`;
  }
  return null;
}

/** Endpoints whose shapes the RFCs decide, and pages. */
const OUTSIDE_OF_THE_ENVELOPE =
  /\/oauth\/(authorize|token|revoke|introspect|userinfo|end_session|interaction|assets)\b/;

function problemOfBody(path: string, { status, headers, body }: ApiResponse): string | null {
  const isEnveloped = /^\/(api\/)?v1\//.test(path) && (status >= 400 || /json/.test(headers.get('content-type') ?? ''));
  const isDownload = status < 400 && headers.get('content-disposition')?.startsWith('attachment') === true;
  if (!isEnveloped || isDownload || OUTSIDE_OF_THE_ENVELOPE.test(path)) return null;
  if (typeof body !== 'object' || body === null) return 'no JSON envelope';
  if (body.success !== status < 400) return `success is ${body.success}`;
  if (!UTC_TIME.test(body.meta?.timestamp as string)) return `meta.timestamp is ${body.meta?.timestamp}`;
  if (body.meta.request_id !== headers.get('x-request-id')) return 'meta.request_id differs from the header';
  return status < 400 ? problemOfSuccess(body) : problemOfError(status, body);
}

function problemOfSuccess(body: Json): string | null {
  const keys = Object.keys(body as object).join();
  if (keys === 'success,data,meta') return null;
  if (keys !== 'success,data,pagination,meta') return `keys are ${keys}`;
  if (!Array.isArray(body.data)) return 'data of a page is no list';
  const { next_cursor: next, has_more: more, total_count: total } = body.pagination;
  const isPagination =
    (next === null || typeof next === 'string') && more === (next !== null) && Number.isInteger(total);
  return isPagination ? null : 'ill-formed pagination';
}

function problemOfError(status: number, body: Json): string | null {
  if (Object.keys(body as object).join() !== 'success,error,meta')
    return `keys are ${Object.keys(body as object).join()}`;
  const { code, message, details } = body.error;
  if (Object.keys(body.error as object).join() !== 'code,message,details') return 'error has other keys';
  if (STATUS_OF_CODE[code as string] !== status) return `code ${code} does not belong to the status`;
  if (typeof message !== 'string' || message === '') return 'no error.message';
  return typeof details === 'object' && details !== null ? null : 'error.details is no object';
}
