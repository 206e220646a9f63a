import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { BoundedPool } from '../../common/limits/bounded-pool.js';
import { asModelError } from './as-model-error.js';
import { CircuitBreaker, type BreakerOptions } from '../../common/limits/circuit-breaker.js';
import { ModelError } from './model-error.js';
import { modelFetch } from './model-fetch.js';

export interface ModelEndpointOptions {
  /** Base URL of an OpenAI-compatible API, `https://host/v1`, on any network. */
  baseUrl: string;
  /** Empty: none is sent. */
  apiKey: string;
  /** Concurrent calls, and calls that can wait. */
  concurrency?: number;
  maxWaiting?: number;
  connectTimeoutMs?: number;
  /** Attempts per call, including the first. */
  attempts?: number;
  /** Mean of the first pause between attempts; later ones double. Milliseconds. */
  retryPauseMs?: number;
  /** A longer `Retry-After` fails at once. Milliseconds. */
  longestRetryAfterMs?: number;
  breaker?: BreakerOptions;
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

/** A model server, with limited concurrency, retries, and a circuit breaker. */
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
      // No settings from the environment, and no log, which would contain prompts.
      organization: null,
      project: null,
      logLevel: 'off',
      maxRetries: 0,
      fetch: modelFetch({ connectTimeoutMs, maxBytes }),
    });
    this.pool = new BoundedPool(concurrency, maxWaiting);
    this.breaker = new CircuitBreaker(breaker);
  }

  get isResting(): boolean {
    return this.breaker.isOpen;
  }

  /**
   * Runs `work`, and retries transient errors if `mayRetry`.
   * @param signal ends waiting and retries; `work` must observe it itself
   * @throws ModelError; the signal's reason when it is aborted
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

  /** Null when the provider asks for a longer pause than allowed. */
  private pauseAfter({ retryAfterMs }: ModelError, attempt: number): number | null {
    if (retryAfterMs !== null && retryAfterMs > this.options.longestRetryAfterMs) return null;
    // Up to twice the mean, so that failed calls do not return together.
    const pause = this.options.retryPauseMs * 2 ** (attempt - 1) * 2 * Math.random();
    return Math.max(retryAfterMs ?? 0, pause);
  }
}

/** Requests that the model refuses, and disconnected callers, do not count against the endpoint. */
function speaksAgainst(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && !(signal.reason instanceof ModelError)) return false;
  const { failure } = asModelError(error);
  return failure !== 'withheld' && failure !== 'refused';
}

function resting(): ModelError {
  return new ModelError('resting', 'the model failed repeatedly and is not asked for a while');
}
