import { APIConnectionError, APIError } from 'openai';
import { AppError } from '../../common/errors/app-error.js';
import { ModelError } from './model-error.js';

/** Bad request, content too large, unprocessable content: errors of this request, not of the endpoint. */
const OF_THE_REQUEST = [400, 413, 422];

export function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof AppError) return new ModelError('busy', 'too many calls wait for the model');
  if (error instanceof APIConnectionError) {
    return error.cause instanceof ModelError
      ? error.cause
      : new ModelError('unreachable', 'the model cannot be reached');
  }
  if (error instanceof APIError) return statusError(error as Pick<APIError, 'status' | 'headers'>);
  return new ModelError('broken', 'the model answered with something that is no answer');
}

function statusError({ status, headers }: Pick<APIError, 'status' | 'headers'>): ModelError {
  // An error during a stream has no status.
  if (status === undefined) return new ModelError('unavailable', 'the model reported an error');
  const words = `the model answered with status ${status}`;
  if (status === 429) return new ModelError('busy', words, retryAfterMs(headers?.get('retry-after') ?? null));
  if (status >= 500 || status === 408) return new ModelError('unavailable', words);
  return new ModelError(OF_THE_REQUEST.includes(status) ? 'refused' : 'rejected', words);
}

/** `Retry-After` as seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
