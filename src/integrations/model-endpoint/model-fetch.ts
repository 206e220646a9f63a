import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { currentTraceparent } from '../../common/telemetry/tracing.js';
import { ModelError } from './model-error.js';

export interface ModelFetchOptions {
  /** Timeout of connection and TLS. Milliseconds. */
  connectTimeoutMs: number;
  maxBytes: number;
}

export type ModelFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** `fetch` for the openai client: timeouts, limited size, and no redirects, which would receive the key. Sends `traceparent`. */
export function modelFetch({ connectTimeoutMs, maxBytes }: ModelFetchOptions): ModelFetch {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
  return (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isSecure = url.protocol === 'https:';
    const traceparent = currentTraceparent();
    const trace = traceparent === null ? {} : { traceparent };
    return new Promise((resolve, reject) => {
      const request = (isSecure ? https : http).request(url, {
        method: init.method,
        headers: { ...Object.fromEntries(new Headers(init.headers)), ...trace },
        agent: isSecure ? agents.https : agents.http,
        signal: init.signal ?? undefined,
      });
      request.once('socket', (socket) => {
        if (!socket.connecting) return;
        const late = new ModelError('timeout', 'the model does not accept connections in time');
        const timer = setTimeout(() => request.destroy(late), connectTimeoutMs);
        socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer));
        socket.once('close', () => clearTimeout(timer));
      });
      request.on('error', reject);
      request.once('response', (response) => {
        try {
          resolve(toResponse(response, maxBytes));
        } catch {
          // A status or header that is invalid in HTTP.
          request.destroy(new ModelError('broken', 'the model answered with something that is no answer'));
        }
      });
      request.end(init.body as string | undefined);
    });
  };
}

function toResponse(message: IncomingMessage, maxBytes: number): Response {
  const { statusCode = 500 } = message;
  const headers = new Headers(message.headers as Record<string, string>);
  const hasBody = ![204, 205, 304].includes(statusCode);
  if (!hasBody) message.resume();
  return new Response(hasBody ? (Readable.toWeb(Readable.from(bounded(message, maxBytes))) as ReadableStream) : null, {
    status: statusCode,
    headers,
  });
}

async function* bounded(message: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of message) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw new ModelError('broken', 'the answer of the model is too large');
    yield chunk as Buffer;
  }
}
