import { ConnectionError, peek, retryAfterMs } from './errors.js';
import { backoffMs, sleep } from './waiting.js';

export interface RetryTerms {
  /** Repetitions after the first try, at most. */
  retries: number;
  /** The longest wait between two tries. A `Retry-After` above it is for the caller to keep. */
  maxDelayMs: number;
  /** Whether doing it twice is doing it once. Without that only 429 is repeated: it was refused before anything was done. */
  isRepeatable: boolean;
  signal?: AbortSignal | null | undefined;
}

const GATEWAY_OR_BUSY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Repeats what failed on the way or was turned away: connection lost, 429, 502, 503, 504, after `Retry-After` or a growing
 * random while.
 *
 * @returns the last response, whatever its status
 * @throws ConnectionError of the last try
 */
export async function withRetries(send: () => Promise<Response>, terms: RetryTerms): Promise<Response> {
  for (let repeated = 0; ; repeated += 1) {
    const outcome = await send().catch(lost);
    const isLost = outcome instanceof ConnectionError;
    const isWorthIt = isLost ? terms.isRepeatable : await mayPass(outcome, terms.isRepeatable, repeated);
    const named = isLost ? 0 : (retryAfterMs(outcome.headers) ?? 0);
    if (!isWorthIt || repeated === terms.retries || named > terms.maxDelayMs) {
      if (isLost) throw outcome;
      return outcome;
    }
    if (!isLost) await outcome.body?.cancel();
    await sleep(named + backoffMs(repeated, terms.maxDelayMs), terms.signal);
  }
}

function lost(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  throw error;
}

async function mayPass(response: Response, isRepeatable: boolean, repeated: number): Promise<boolean> {
  if (response.status === 429) return true;
  if (!isRepeatable) return false;
  if (GATEWAY_OR_BUSY.has(response.status)) return true;
  // The try before, whose answer was lost, is still at work: its answer can be had when it is done.
  return response.status === 409 && repeated > 0 && (await reasonOf(response)) === 'idempotency_key_in_use';
}

/** `details.reason` of an error. */
export async function reasonOf(response: Response): Promise<unknown> {
  const body = (await peek(response)) as { error?: { details?: { reason?: unknown } } } | null;
  return body?.error?.details?.reason;
}
