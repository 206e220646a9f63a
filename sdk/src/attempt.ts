import { ConnectionError } from './errors.js';

/** Compatible with `fetch` of browsers and Node. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Makes one attempt. JSON responses are read completely within the timeout, so a connection lost halfway is an error;
 * for others only the headers must arrive in time.
 * @throws ConnectionError without a response; the reason of `init.signal` if aborted
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
      ? new ConnectionError(`No response within ${timeoutMs} ms`, error)
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
