import { ConnectionError } from './errors.js';

/** As the `fetch` of browsers and Node; what is called has to take its arguments alike. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * One try. What is JSON is read to its end within the time, so that a connection lost half-way counts as none; of
 * anything else only the head has to come in time.
 *
 * @throws ConnectionError when no answer came; the reason of `init.signal` once that is aborted
 */
export async function attempt(fetch: Fetch, url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, clock.signal]) : clock.signal;
  try {
    const response = await fetch(url, { ...init, signal });
    return isJson(response) ? await whole(response) : response;
  } catch (error) {
    init.signal?.throwIfAborted();
    throw clock.signal.aborted
      ? new ConnectionError(`No answer within ${timeoutMs} ms`, error)
      : new ConnectionError('The connection failed', error);
  } finally {
    clearTimeout(timer);
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}
