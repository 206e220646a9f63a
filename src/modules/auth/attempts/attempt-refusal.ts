import { AppError } from '../../../common/errors/app-error.js';

export interface AttemptLimit {
  /** Machine-readable, in `details.reason`. */
  reason: string;
  message: string;
  limit: number;
  /** Null when the limit does not reset by itself. */
  windowSeconds: number | null;
}

/** 429 with `Retry-After` set to the end of the window. */
export function tooManyAttempts({ reason, message, limit, windowSeconds }: AttemptLimit, msLeft: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1000));
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    message,
    { reason, limit, window_seconds: windowSeconds, retry_after: retryAfter },
    { headers: { 'retry-after': String(retryAfter) } },
  );
}
