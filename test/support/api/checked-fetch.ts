import { expectEnvelope } from './envelope.js';

/** `fetch` for the client in sdk/: checks every response for what holds for all of them, as `ApiClient` does. */
export async function checkedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const { pathname, search } = new URL(url);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const text = isJson ? await response.clone().text() : '';
  const { status, headers } = response;
  const body: unknown = isJson ? JSON.parse(text) : null;
  expectEnvelope(init.method ?? 'GET', pathname + search, { status, headers, body, text });
  return response;
}
