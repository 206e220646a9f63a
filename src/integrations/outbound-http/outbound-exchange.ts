import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { ResolvedAddress } from './name-resolver.js';
import { OutboundHttpError } from './outbound-http.errors.js';

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  maxBytes?: number;
  timeoutMs?: number;
  /** For callers that need only the status: bodies are truncated, never decompressed, and redirects are returned, never followed. */
  lenient?: boolean;
  /** Ends the call, which then rejects with the reason. */
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: Headers;
  /** UTF-8 with U+FFFD for invalid bytes. A truncated body does not end in a partial character. */
  body: string;
}

/** Connection and end of a call. */
export interface Terms {
  /** The only addresses to connect to. */
  addresses: ResolvedAddress[];
  signal: AbortSignal;
  /** Rejects when the signal is aborted, so that no server can delay the end. */
  over: Promise<never>;
  /** Called when the connection is open and secured. */
  connected: () => void;
}

/** Maximum informational responses (1xx). */
const MAX_INFORMATION = 20;

export async function exchange(
  url: URL,
  request: OutboundRequest & { maxBytes: number },
  terms: Terms,
): Promise<OutboundResponse> {
  const response = await Promise.race([send(url, request, terms), terms.over]);
  const { statusCode: status = 0 } = response;
  const { maxBytes, lenient = false } = request;
  if (!lenient) requirePlain(url, response, maxBytes);
  const chunks: Buffer[] = [];
  try {
    await Promise.race([collect(response, maxBytes, chunks), terms.over]);
  } catch (error) {
    if (!lenient || request.signal?.aborted) throw error;
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > maxBytes && !lenient) throw tooLarge(url, maxBytes);
  // With `stream`, a partial character at the end is omitted.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const body = decoder.decode(bytes.subarray(0, maxBytes), { stream: bytes.length > maxBytes || !response.complete });
  return { status, headers: headersOf(response), body };
}

/** The response head. The signal also ends the reading of the body. */
function send(
  url: URL,
  { method = 'GET', headers = {}, body }: OutboundRequest,
  { addresses, signal, connected }: Terms,
): Promise<IncomingMessage> {
  const checked: LookupFunction = (_host, { all }, answer) => {
    const [first] = addresses;
    if (all) answer(null, addresses);
    else answer(null, first?.address ?? '', first?.family);
  };
  const options: RequestOptions = {
    method,
    headers: {
      'user-agent': 'aviation-maintenance-knowledge-service',
      'accept-encoding': 'identity',
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
    agent: false,
    lookup: checked,
    signal,
  };
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const request = isSecure ? https.request(url, options) : http.request(url, options);
    request.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', connected));
    // Before the response, if any.
    refuseOthers(url, request, reject);
    request.once('response', resolve).on('error', reject).end(body);
  });
}

/** For events that lead neither to a response nor to an error. */
function refuseOthers({ host }: URL, request: ClientRequest, reject: (error: Error) => void): void {
  const refuse = (words: string): void => reject(new OutboundHttpError('protocol', `${host} ${words}`));
  const another = 'switches to another protocol, which was not requested';
  request.once('upgrade', (_response, socket) => {
    refuse(another);
    socket.destroy();
  });
  request.once('response', ({ statusCode = 0 }) => {
    if (statusCode < 200) refuse(another);
  });
  let count = 0;
  request.on('information', () => {
    count += 1;
    if (count <= MAX_INFORMATION) return;
    refuse('announces an answer again and again');
    request.destroy();
  });
  request.once('close', () => refuse('closed the connection without an answer'));
}

function requirePlain({ host }: URL, { statusCode: status = 0, headers }: IncomingMessage, maxBytes: number): void {
  if (status >= 300 && status < 400) {
    const location = headers.location ?? null;
    throw new OutboundHttpError('redirect', `${host} redirects to another URL; use that URL`, location);
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new OutboundHttpError('protocol', `${host} sends a compressed response, which was not requested`);
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge({ host }, maxBytes);
}

/** Appends to `chunks` until the end or the limit. */
async function collect(response: IncomingMessage, maxBytes: number, chunks: Buffer[]): Promise<void> {
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) break;
  }
}

const tooLarge = ({ host }: { host: string }, maxBytes: number): OutboundHttpError =>
  new OutboundHttpError('too_large', `${host} answers more than ${maxBytes} bytes`);

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Headers(pairs);
}
