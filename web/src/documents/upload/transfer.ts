import { createClient, type Client, type ClientOptions } from 'aviation-maintenance-knowledge-client';
import { API } from '../../place.js';
import { session } from '../../session/session.js';

type Fetch = NonNullable<ClientOptions['fetch']>;

/** Large manuals take long on slow lines; the user can cancel. */
const PATIENCE_MS = 4 * 3_600_000;

/** A client that reports how much of the body is sent, from 0 to 1. */
export function sendingClient(onProgress: (sent: number) => void): Client {
  return createClient({
    baseUrl: API,
    accessToken: (expired) => session.accessToken(expired),
    retries: 2,
    clientName: 'console',
    timeoutMs: PATIENCE_MS,
    fetch: sendingFetch(onProgress),
  });
}

/** `fetch` of browsers does not report progress. */
const sendingFetch =
  (onProgress: (sent: number) => void): Fetch =>
  (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.responseType = 'arraybuffer';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(answerOf(request));
      request.onerror = () => reject(new TypeError('The connection failed'));
      request.onabort = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as FormData);
    });

function answerOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const { status, statusText } = request;
  return new Response(request.response as ArrayBuffer, { status, statusText, headers });
}
