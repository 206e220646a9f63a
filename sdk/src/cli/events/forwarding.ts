import type { Schema } from '../../index.js';
import { signatureHeaders } from './signature.js';

/** As long as the service waits. */
const TIMEOUT_MS = 15_000;

/** `status` is null if no response came. */
export interface Forwarded {
  status: number | null;
  milliseconds: number;
  error: string | null;
}

/** Sends an event as a delivery of the service. Redirects are not followed. */
export async function forward(
  { id, event, data, timestamp }: Schema<'EventResponse'>,
  target: URL,
  secret: string,
  signal: AbortSignal,
): Promise<Forwarded> {
  const body = JSON.stringify({ event, data, timestamp });
  const signature = signatureHeaders(secret, id, Math.floor(Date.now() / 1000), body);
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(target, {
      ...{ method: 'POST', body, redirect: 'manual' },
      headers: { 'content-type': 'application/json', ...signature },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return { status: response.status, milliseconds: elapsed(), error: null };
  } catch (error) {
    signal.throwIfAborted();
    return { status: null, milliseconds: elapsed(), error: causeOf(error as Error) };
  }
}

function causeOf({ name, cause }: Error): string {
  if (name === 'TimeoutError') return 'no response in 15 s';
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? 'no response';
}
