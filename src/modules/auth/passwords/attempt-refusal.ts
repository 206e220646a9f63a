import { AppError } from '../../../common/errors/app-error.js';

/** Why no more is allowed for now. */
export interface AttemptLimit {
  /** For programs, in `details.reason`. */
  reason: string;
  message: string;
  limit: number;
  /** Null when time alone does not help. */
  windowSeconds: number | null;
}

/** 429 with `Retry-After`, until the window of the count is over. */
export function tooManyAttempts({ reason, message, limit, windowSeconds }: AttemptLimit, msLeft: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1000));
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    message,
    { reason, limit, window_seconds: windowSeconds, retry_after: retryAfter },
    { headers: { 'retry-after': String(retryAfter) } },
  );
}
