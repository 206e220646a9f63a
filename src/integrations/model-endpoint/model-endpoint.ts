import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { BoundedPool } from '../../common/bounded-pool.js';
import { asModelError } from './as-model-error.js';
import { CircuitBreaker, type BreakerOptions } from '../../common/circuit-breaker.js';
import { ModelError } from './model-error.js';
import { modelFetch } from './model-fetch.js';

export interface ModelEndpointOptions {
  /** Of an OpenAI-compatible API, `https://host/v1`; on whatever network the operator has it. */
  baseUrl: string;
  /** Empty: none is sent. */
  apiKey: string;
  /** Calls at a time, and those that may wait for their turn. */
  concurrency?: number;
  maxWaiting?: number;
  /** Milliseconds. */
  connectTimeoutMs?: number;
  /** Tries of a call, the first included. */
  attempts?: number;
  /** Mean of the first pause between two; each further one is twice as long. Milliseconds. */
  retryPauseMs?: number;
  /** A provider that wants a longer pause than this is not waited for. Milliseconds. */
  longestRetryAfterMs?: number;
  breaker?: BreakerOptions;
  /** Of an answer's body. */
  maxBytes?: number;
}

const DEFAULTS = {
  concurrency: 8,
  maxWaiting: 32,
  connectTimeoutMs: 5_000,
  attempts: 3,
  retryPauseMs: 250,
  longestRetryAfterMs: 5_000,
  breaker: { failures: 5, restMs: 30_000 },
  maxBytes: 16 * 1024 ** 2,
};

/** One server of models and the manner of calling it: so many at a time, again after what passes, not while it is down. */
export class ModelEndpoint {
  readonly client: OpenAI;
  private readonly options: Required<ModelEndpointOptions>;
  private readonly pool: BoundedPool;
  private readonly breaker: CircuitBreaker;

  constructor(options: ModelEndpointOptions) {
    this.options = { ...DEFAULTS, ...options };
    const { baseUrl, apiKey, connectTimeoutMs, maxBytes, concurrency, maxWaiting, breaker } = this.options;
    this.client = new OpenAI({
      baseURL: baseUrl,
      apiKey: apiKey || 'none',
      ...(apiKey === '' && { defaultHeaders: { authorization: null } }),
      // Nothing of the environment, and nothing into the log: the client would write prompts there.
      organization: null,
      project: null,
      logLevel: 'off',
      maxRetries: 0,
      fetch: modelFetch({ connectTimeoutMs, maxBytes }),
    });
    this.pool = new BoundedPool(concurrency, maxWaiting);
    this.breaker = new CircuitBreaker(breaker);
  }

  /** Whether it failed so often that it is left in peace for a while. */
  get isResting(): boolean {
    return this.breaker.isOpen;
  }

  /**
   * Runs `work`, again when it failed in a way that passes and `mayRetry` allows it.
   *
   * @param signal ends the waiting and the tries; `work` heeds it itself
   * @throws ModelError; the signal's reason once that is aborted
   */
  async call<T>(work: () => Promise<T>, signal: AbortSignal, mayRetry: () => boolean = () => true): Promise<T> {
    try {
      return await this.pool.run(() => this.tryAgain(work, signal, mayRetry), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw asModelError(error);
    }
  }

  private async tryAgain<T>(work: () => Promise<T>, signal: AbortSignal, mayRetry: () => boolean): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await this.breaker.run(work, (error) => speaksAgainst(error, signal), resting);
      } catch (caught) {
        signal.throwIfAborted();
        const error = asModelError(caught);
        if (!error.isPassing || attempt >= this.options.attempts || !mayRetry()) throw error;
        const pause = this.pauseAfter(error, attempt);
        if (pause === null) throw error;
        await sleep(pause, undefined, { signal });
      }
    }
  }

  /** Null when the provider wants to be left alone for longer than anybody waits. */
  private pauseAfter({ retryAfterMs }: ModelError, attempt: number): number | null {
    if (retryAfterMs !== null && retryAfterMs > this.options.longestRetryAfterMs) return null;
    // Up to twice the mean, so that those who failed together do not come again together.
    const pause = this.options.retryPauseMs * 2 ** (attempt - 1) * 2 * Math.random();
    return Math.max(retryAfterMs ?? 0, pause);
  }
}

/** A request that is too long or that the model refuses says nothing of the next one; nor does a caller who went away. */
function speaksAgainst(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && !(signal.reason instanceof ModelError)) return false;
  const { failure } = asModelError(error);
  return failure !== 'withheld' && failure !== 'refused';
}

function resting(): ModelError {
  return new ModelError('resting', 'the model failed repeatedly and is not asked for a while');
}
