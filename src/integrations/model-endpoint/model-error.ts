/**
 * Why a model did not answer:
 * - `busy`: too much at once, here or there
 * - `resting`: it failed so often that it is not asked for a while
 * - `timeout`: it did not accept, begin, go on or end in time
 * - `unreachable`: no connection, or one that was lost
 * - `unavailable`: it says that it failed (5xx)
 * - `refused`: it does not take this request, for what it says (400, 413, 422)
 * - `rejected`: it takes none of ours, such as for the key (other 4xx, redirects)
 * - `broken`: an answer that is none: not of the protocol, cut off, larger than any answer
 * - `withheld`: it will not say it (refusal, content filter)
 */
export type ModelFailure =
  'busy' | 'resting' | 'timeout' | 'unreachable' | 'unavailable' | 'refused' | 'rejected' | 'broken' | 'withheld';

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
