import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { ResolvedAddress } from './name-resolver.js';
import { OutboundHttpError } from './outbound-http.errors.js';

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Of the answer's body, in place of the bound of all calls. */
  maxBytes?: number;
  /** In place of that of all calls. */
  timeoutMs?: number;
  /**
   * Takes an answer as it comes, for callers that look at its status alone: of the body what has come when it is too
   * large, breaks off or the time is over, a redirect (never followed) is an answer like any other, and a compressed body
   * stays compressed.
   */
  lenient?: boolean;
  /** Ends the call, which then rejects with its reason. */
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: Headers;
  /** Read as UTF-8, with U+FFFD for what is none; of a cut one no half of a character. */
  body: string;
}

/** What a call stands on: where it may connect to, and how it ends. */
export interface Terms {
  /** The only ones that are connected to. */
  addresses: ResolvedAddress[];
  /** Ends the connection. */
  signal: AbortSignal;
  /** Rejects when the signal is aborted: whatever a server does, nothing is waited for after that. */
  over: Promise<never>;
  /** Called when the connection is open, and secured. */
  connected: () => void;
}

/** Informational answers (1xx) that a server may send ahead of its answer. */
const MAX_INFORMATION = 20;

/** Sends the request and reads the answer. */
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
  // With `stream`, the beginning of a character at the end is left out.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const body = decoder.decode(bytes.subarray(0, maxBytes), { stream: bytes.length > maxBytes || !response.complete });
  return { status, headers: headersOf(response), body };
}

/** The head of the answer. The signal ends the connection even while the body is read. */
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
    // Ahead of the answer, which may be none.
    refuseOthers(url, request, reject);
    request.once('response', resolve).on('error', reject).end(body);
  });
}

/** What comes neither to an answer nor, of itself, to an error. */
function refuseOthers({ host }: URL, request: ClientRequest, reject: (error: Error) => void): void {
  const refuse = (words: string): void => reject(new OutboundHttpError('protocol', `${host} ${words}`));
  const another = 'changes to another protocol, though that was not asked for';
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
    throw new OutboundHttpError('redirect', `${host} redirects to another address; give that one instead`, location);
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new OutboundHttpError('protocol', `${host} answers compressed, though that was not asked for`);
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge({ host }, maxBytes);
}

/** Adds to `chunks` until there is no more, or more than is wanted. */
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
