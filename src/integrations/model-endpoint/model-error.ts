/**
 * Why a model did not answer:
 * - `busy`: too many calls, here or there
 * - `resting`: the circuit breaker is open
 * - `timeout`: no connection, start, progress or end in time
 * - `unreachable`: no connection, or a lost one
 * - `unavailable`: server error (5xx)
 * - `refused`: it refuses this request (400, 413, 422)
 * - `rejected`: it refuses all requests, such as for the key (other 4xx, redirects)
 * - `broken`: an invalid, truncated or oversized response
 * - `withheld`: refusal or content filter
 */
export type ModelFailure =
  'busy' | 'resting' | 'timeout' | 'unreachable' | 'unavailable' | 'refused' | 'rejected' | 'broken' | 'withheld';

/** Errors that a retry may resolve. */
const PASSING: readonly ModelFailure[] = ['busy', 'timeout', 'unreachable', 'unavailable', 'broken'];

/** A model did not answer. The message can be logged; text of the provider is omitted, because it may repeat the prompt. */
export class ModelError extends Error {
  constructor(
    readonly failure: ModelFailure,
    message: string,
    /** Pause that the provider asked for; null without one. Milliseconds. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }

  get isPassing(): boolean {
    return PASSING.includes(this.failure);
  }
}
