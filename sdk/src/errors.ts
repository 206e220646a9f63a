import type { Schema } from './schema-names.js';

/** The service's error codes; `UNKNOWN` for a response without the envelope, such as a proxy's. */
export type ErrorCode = Schema<'ErrorCode'> | 'UNKNOWN';

/** An error response of the service. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status of the response, or of the stream for an answer that failed while streaming
   * @param details depend on the code: `reason`, `field`, `required_permission` …
   * @param requestId for support requests
   * @param retryAfter seconds to wait before a retry, if the service sent them
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

  /** `body` is the parsed JSON, or text. */
  static of(response: Response, body: unknown): ApiError {
    const { status, headers } = response;
    const waitMs = retryAfterMs(headers);
    const retryAfter = waitMs === null ? null : Math.ceil(waitMs / 1000);
    const { error, meta } = (body ?? {}) as Partial<Schema<'ErrorEnvelope'>>;
    const requestId = meta?.request_id ?? headers.get('x-request-id');
    return typeof error === 'object'
      ? new ApiError(status, error.code, error.message, error.details, requestId, retryAfter)
      : new ApiError(status, 'UNKNOWN', `The service responded with ${status}`, {}, requestId, retryAfter);
  }
}

/** No complete response: connection refused, lost or timed out. `cause` is the last error. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** `Retry-After` in milliseconds, from seconds or a date; null without the header. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Parsed JSON or text. The response can be read again. */
export async function peek(response: Response): Promise<unknown> {
  const text = await response.clone().text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
