import { ConnectionError, peek, retryAfterMs } from './errors.js';
import { backoffMs, sleep } from './waiting.js';

export interface RetryTerms {
  /** Maximum retries after the first attempt. */
  retries: number;
  /** Maximum wait between attempts. A longer `Retry-After` is left to the caller. */
  maxDelayMs: number;
  /** Whether repeating has no further effect. Otherwise only 429 is retried, which is sent before any work. */
  isRepeatable: boolean;
  signal?: AbortSignal | null | undefined;
}

const GATEWAY_OR_BUSY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Retries lost connections, 429, 502, 503 and 504, after `Retry-After` or a growing random delay.
 * @returns the last response with any status
 * @throws ConnectionError of the last attempt
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
  // The previous attempt, whose response was lost, is still in progress.
  return response.status === 409 && repeated > 0 && (await reasonOf(response)) === 'idempotency_key_in_use';
}

/** `details.reason` of an error. */
export async function reasonOf(response: Response): Promise<unknown> {
  const body = (await peek(response)) as { error?: { details?: { reason?: unknown } } } | null;
  return body?.error?.details?.reason;
}
