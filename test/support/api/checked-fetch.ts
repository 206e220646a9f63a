import { expectEnvelope } from './envelope.js';
import { recordExchange } from './example-recorder.js';

/** `fetch` for the client in sdk/: checks every response for what holds for all of them, as `ApiClient` does. */
export async function checkedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const { pathname, search } = new URL(url);
  const type = response.headers.get('content-type') ?? '';
  const isJson = type.startsWith('application/json');
  const text = isJson ? await response.clone().text() : '';
  const { status, headers } = response;
  const body: unknown = isJson ? JSON.parse(text) : null;
  const [method, address] = [init.method ?? 'GET', pathname + search];
  expectEnvelope(method, address, { status, headers, body, text });
  if (type !== 'text/event-stream')
    recordExchange({ method, address, body: init.body ?? undefined, status, type, answer: body });
  return response;
}
