import type { Schema } from './schema-names.js';

/** The error catalogue of the service; `UNKNOWN` for an answer that has no envelope, as a proxy's. */
export type ErrorCode = Schema<'ErrorCode'> | 'UNKNOWN';

/** What the service refused, or failed at. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status of the response; of an answer that failed while it was streamed, that of the stream
   * @param details depend on the code: `reason`, `field`, `required_permission` …
   * @param requestId to be quoted to support
   * @param retryAfter seconds to wait before another try, where the service names them
   */
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly details: Record<string, unknown> = {},
    readonly requestId: string | null = null,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }

  /** Of a response that is no success; `body` is what it says, parsed where it was JSON. */
  static of(response: Response, body: unknown): ApiError {
    const { status, headers } = response;
    const waitMs = retryAfterMs(headers);
    const retryAfter = waitMs === null ? null : Math.ceil(waitMs / 1000);
    const { error, meta } = (body ?? {}) as Partial<Schema<'ErrorEnvelope'>>;
    const requestId = meta?.request_id ?? headers.get('x-request-id');
    return typeof error === 'object'
      ? new ApiError(status, error.code, error.message, error.details, requestId, retryAfter)
      : new ApiError(status, 'UNKNOWN', `The service answered ${status}`, {}, requestId, retryAfter);
  }
}

/** No answer came, or not all of it: no connection, a cut one, or nothing in time. `cause` says what happened last. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Milliseconds that `Retry-After` names, in seconds or as a date; null without one. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** What a response says, parsed where it is JSON. Leaves the response to be read again. */
export async function peek(response: Response): Promise<unknown> {
  const text = await response.clone().text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
