import createFetchClient from 'openapi-fetch';
import { attempt, type Fetch } from './attempt.js';
import { credentialsOf, type CredentialOptions } from './credentials.js';
import { ApiError } from './errors.js';
import { isRepeatable, takesKey, takesLong } from './nature.js';
import type { CallOptions, Method } from './operations.js';
import { RepeatableRequest, serialize } from './request.js';
import { withRetries } from './retries.js';

export interface SenderOptions extends CredentialOptions {
  /** With the version: `https://manuals.example.com/api/v1`. */
  baseUrl: string;
  /** Replaces the global one. */
  fetch?: Fetch;
  /** Maximum retries of a failed call; 3. */
  retries?: number;
  /** Maximum wait between attempts in milliseconds; a longer `Retry-After` is thrown. 30,000. */
  maxDelayMs?: number;
  /** Milliseconds per attempt: 30,000, for uploads and non-streamed answers 300,000. */
  timeoutMs?: number;
  /** Name of the client in the service's log. */
  clientName?: string;
  clientVersion?: string;
}

/** An operation's input with checked types. */
export interface Sent extends CallOptions {
  params?: { path?: Record<string, string>; query?: Record<string, unknown>; header?: Record<string, string> };
  body?: unknown;
}

/**
 * Sends one call with retries. `data` is the response's JSON; the body of a `stream` is unread.
 * @throws ApiError, ConnectionError
 */
export type Send = (
  method: Method,
  path: string,
  input: Sent,
  parseAs?: 'json' | 'stream',
) => Promise<{ data?: unknown; response: Response }>;

type Exchange = (
  method: Method,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const RETRIES = 3;
const MAX_DELAY_MS = 30_000;
const TIMEOUT_MS = 30_000;
const LONG_TIMEOUT_MS = 300_000;

/** @throws TypeError for more than one credential */
export function senderOf(options: SenderOptions): Send {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const authorize = credentialsOf(options, fetch, baseUrl);
  const client = createFetchClient({
    baseUrl,
    headers: {
      Accept: 'application/json',
      'X-Client-Name': options.clientName,
      'X-Client-Version': options.clientVersion,
    },
    // A redirect would send the credential elsewhere; the service sends none.
    redirect: 'error',
    Request: RepeatableRequest as unknown as typeof Request,
    bodySerializer: serialize,
  });
  const exchange = client.request as unknown as Exchange;

  return async (method, path, { params, body, headers, signal, timeoutMs, retries }, parseAs = 'json') => {
    const patienceMs = timeoutMs ?? options.timeoutMs ?? (takesLong(method, path) ? LONG_TIMEOUT_MS : TIMEOUT_MS);
    const terms = {
      retries: retries ?? options.retries ?? RETRIES,
      maxDelayMs: options.maxDelayMs ?? MAX_DELAY_MS,
      isRepeatable: isRepeatable(method, path),
      signal,
    };
    const send = ({ target, parts }: RepeatableRequest): Promise<Response> => {
      const once = (credential: Record<string, string>): Promise<Response> => {
        const all = new Headers(parts.headers);
        for (const [name, value] of Object.entries(credential)) all.set(name, value);
        return attempt(fetch, target, { ...parts, headers: all }, patienceMs);
      };
      return withRetries(() => authorize(once), terms);
    };
    // The caller's key, in `params.header` or `headers`, takes precedence.
    const key = takesKey(method, path) ? { 'Idempotency-Key': crypto.randomUUID() } : {};
    const init = { params, body, headers: { ...key, ...headers }, signal, parseAs, fetch: send };
    const { data, error, response } = await exchange(method, path, init);
    if (!response.ok && response.status !== 304) throw ApiError.of(response, error);
    return { data, response };
  };
}
