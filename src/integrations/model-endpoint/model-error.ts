import { APIConnectionError, APIError } from 'openai';
import { AppError } from '../../common/errors/app-error.js';

/**
 * Why a model did not answer:
 * - `busy`: too much at once, here or there
 * - `resting`: it failed so often that it is not asked for a while
 * - `timeout`: it did not accept, begin, go on or end in time
 * - `unreachable`: no connection, or one that was lost
 * - `unavailable`: it says that it failed (5xx)
 * - `rejected`: it does not take such a request or such a key (other 4xx, redirects)
 * - `broken`: an answer that is none: not of the protocol, cut off, larger than any answer
 * - `withheld`: it will not say it (refusal, content filter)
 */
export type ModelFailure =
  'busy' | 'resting' | 'timeout' | 'unreachable' | 'unavailable' | 'rejected' | 'broken' | 'withheld';

/** What another try may help against. */
const PASSING: readonly ModelFailure[] = ['busy', 'timeout', 'unreachable', 'unavailable', 'broken'];

/**
 * A model that did not answer. The message is ours and can be logged: what a provider says may repeat the prompt, and
 * nothing of it is kept.
 */
export class ModelError extends Error {
  constructor(
    readonly failure: ModelFailure,
    message: string,
    /** How long the provider wants not to be asked; null where it does not say. Milliseconds. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }

  get isPassing(): boolean {
    return PASSING.includes(this.failure);
  }
}

/** What went wrong in a call, as a ModelError. */
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
  // An error in the middle of a stream has no status.
  if (status === undefined) return new ModelError('unavailable', 'the model reported an error');
  const words = `the model answered with status ${status}`;
  if (status === 429) return new ModelError('busy', words, retryAfterMs(headers?.get('retry-after') ?? null));
  return new ModelError(status >= 500 || status === 408 ? 'unavailable' : 'rejected', words);
}

/** `Retry-After` as seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
