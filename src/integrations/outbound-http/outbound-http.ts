import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { outboundFailure, OutboundHttpError } from './outbound-http.errors.js';
import { specialPurposeOf } from './outbound-address.js';

interface ResolvedAddress {
  address: string;
  family: number;
}

export interface OutboundHttpOptions {
  /** Whether 127.0.0.0/8 and ::1 may be called, over http too; development and tests only. */
  allowLoopback?: boolean;
  /** All addresses of a name; the system's resolver unless said otherwise. */
  resolve?: (host: string) => Promise<ResolvedAddress[]>;
  /** From the call to an open (and secured) connection, the name's resolution included. Milliseconds. */
  connectTimeoutMs?: number;
  /** From the call to the end of the answer. Milliseconds. */
  timeoutMs?: number;
  /** Of the answer's body. */
  maxBytes?: number;
}

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Of the answer's body, where it is less than {@link OutboundHttpOptions.maxBytes}. */
  maxBytes?: number;
}

export interface OutboundResponse {
  status: number;
  headers: Headers;
  body: string;
}

const DEFAULTS = {
  allowLoopback: false,
  resolve: (host: string): Promise<ResolvedAddress[]> => lookup(host, { all: true }),
  connectTimeoutMs: 5_000,
  timeoutMs: 10_000,
  maxBytes: 1024 ** 2,
};

/**
 * The only way to call addresses that customers choose. Nothing but https to the public internet: a name is resolved once,
 * every address it has is checked, and the connection goes to one of these very addresses, so that no second answer of the
 * name server can lead it into the network that the service runs in. Redirects are not followed, answers are limited in
 * time and size, and connections are not shared.
 */
export class OutboundHttp {
  private readonly options: Required<OutboundHttpOptions>;

  constructor(options: OutboundHttpOptions = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Whether a URL is one that {@link request} would call, as far as it can be seen without resolving its name. */
  accepts(target: string): boolean {
    try {
      this.parse(target);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Calls the URL; resolves for every status below 300 and from 400 on.
   *
   * @throws OutboundHttpError
   */
  async request(target: string, request: OutboundRequest = {}): Promise<OutboundResponse> {
    const url = this.parse(target);
    const cancel = new AbortController();
    const late = (words: string) => () => {
      cancel.abort(new OutboundHttpError('timeout', `${url.host} ${words}`));
    };
    const connecting = setTimeout(late('does not accept connections in time'), this.options.connectTimeoutMs);
    const answering = setTimeout(late('did not answer in time'), this.options.timeoutMs);
    const connected = (): void => clearTimeout(connecting);
    try {
      const addresses = await Promise.race([this.addressesOf(url), aborted(cancel.signal)]);
      const response = await send(url, request, addresses, cancel.signal, connected);
      return await read(url, response, request.maxBytes ?? this.options.maxBytes);
    } catch (error) {
      throw cancel.signal.aborted ? cancel.signal.reason : outboundFailure(url.host, error);
    } finally {
      clearTimeout(connecting);
      clearTimeout(answering);
      // Whatever is still under way is not waited for.
      cancel.abort();
    }
  }

  private parse(target: string): URL {
    const url = URL.canParse(target) ? new URL(target) : null;
    const schemes = this.options.allowLoopback ? ['https:', 'http:'] : ['https:'];
    if (!url || !schemes.includes(url.protocol) || url.hostname === '') {
      throw new OutboundHttpError('url', 'Only addresses that start with https:// are called');
    }
    if (url.username !== '' || url.password !== '') {
      throw new OutboundHttpError('url', 'An address must not hold a user or a password');
    }
    return url;
  }

  /** One address that is not public spoils them all: such a name is a mistake or an attack. */
  private async addressesOf(url: URL): Promise<ResolvedAddress[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const addresses = family === 0 ? await this.resolve(url, host) : [{ address: host, family }];
    for (const { address } of addresses) {
      const kind = specialPurposeOf(address);
      const isAllowedLoopback = kind === 'loopback' && this.options.allowLoopback;
      if (kind !== null && !isAllowedLoopback) throw this.unreachable('address', url, `leads to a ${kind} address`);
      if (url.protocol === 'http:' && !isAllowedLoopback) {
        throw new OutboundHttpError('url', 'Only addresses that start with https:// are called');
      }
    }
    return addresses;
  }

  private async resolve(url: URL, host: string): Promise<ResolvedAddress[]> {
    try {
      const addresses = await this.options.resolve(host);
      if (addresses.length > 0) return addresses;
    } catch (error) {
      throw this.unreachable('dns', url, 'cannot be resolved', error);
    }
    throw this.unreachable('dns', url, 'has no address');
  }

  /**
   * Which of these it is would tell customers the names of the network that the service runs in: they are told one
   * sentence, and `cause` is for the log.
   */
  private unreachable(failure: 'address' | 'dns', { host }: URL, words: string, error?: unknown): OutboundHttpError {
    const precisely = `${host} ${words}`;
    if (this.options.allowLoopback) return new OutboundHttpError(failure, precisely, null, { cause: error });
    const cause = new Error(precisely, { cause: error });
    return new OutboundHttpError(failure, `${host} has no address of the public internet`, null, { cause });
  }
}

/** The head of the answer. The signal ends the connection even while the body is read. */
function send(
  url: URL,
  { method = 'GET', headers = {}, body }: OutboundRequest,
  addresses: ResolvedAddress[],
  signal: AbortSignal,
  connected: () => void,
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
    request.once('response', resolve).on('error', reject).end(body);
  });
}

async function read({ host }: URL, response: IncomingMessage, maxBytes: number): Promise<OutboundResponse> {
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400) {
    const location = headers.location ?? null;
    throw new OutboundHttpError('redirect', `${host} redirects to another address; give that one instead`, location);
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new OutboundHttpError('protocol', `${host} answers compressed, though that was not asked for`);
  }
  const chunks: Buffer[] = [];
  let size = Number(headers['content-length'] ?? 0);
  const tooLarge = (): boolean => size > maxBytes;
  if (!tooLarge()) {
    size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (tooLarge()) break;
      chunks.push(chunk);
    }
  }
  if (tooLarge()) {
    throw new OutboundHttpError('too_large', `${host} answers more than ${maxBytes} bytes`);
  }
  return { status, headers: headersOf(response), body: Buffer.concat(chunks).toString('utf8') };
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Headers(pairs);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
