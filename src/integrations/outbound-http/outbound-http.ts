import { isIP } from 'node:net';
import { histogram, secondsSince } from '../../common/telemetry/metrics.js';
import { CLIENT_KIND, inSpan } from '../../common/telemetry/tracing.js';
import { isLocalName, NameResolver, type ResolvedAddress } from './name-resolver.js';
import { specialPurposeOf } from './outbound-address.js';
import { exchange, type OutboundRequest, type OutboundResponse } from './outbound-exchange.js';
import { outboundFailure, OutboundHttpError } from './outbound-http.errors.js';

export interface OutboundHttpOptions {
  /** Whether loopback can be called, also over http; for development and tests only. */
  allowLoopback?: boolean;
  /** All addresses of a name; default: a {@link NameResolver}. */
  resolve?: (host: string) => Promise<ResolvedAddress[]>;
  /** Timeout until the connection is open and secured, including name resolution. Milliseconds. */
  connectTimeoutMs?: number;
  /** Default timeout of the whole call. Milliseconds. */
  timeoutMs?: number;
  /** Maximum size of the response body. */
  maxBytes?: number;
}

/** Problems of a URL, to follow the URL or a field name. */
const ISSUES = {
  scheme: 'must be one that starts with https://',
  user: 'must not hold a user or a password',
  address: 'must be one of the public internet',
} as const;

const calls = histogram(
  'outbound_http_seconds',
  'Calls of addresses that customers choose, by how they ended: answered, the failure, or ended by the caller.',
  ['outcome'],
);

const nameResolver = new NameResolver();

const DEFAULTS = {
  allowLoopback: false,
  resolve: (host: string): Promise<ResolvedAddress[]> => nameResolver.resolve(host),
  connectTimeoutMs: 5_000,
  timeoutMs: 10_000,
  maxBytes: 1024 ** 2,
};

/**
 * The only client for URLs that customers choose. It connects only by https to the public internet: a name is resolved once,
 * all of its addresses are checked, and the connection goes to one of them, so that a second DNS answer cannot lead into the
 * internal network. No redirects, limited time and size, no shared connections.
 */
export class OutboundHttp {
  private readonly options: Required<OutboundHttpOptions>;

  constructor(options: OutboundHttpOptions = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Whether {@link request} would call the URL, without resolving its name. */
  accepts(target: string): boolean {
    return typeof this.read(target) !== 'string';
  }

  /** Why {@link request} would not call the URL, without resolving its name; otherwise null. */
  issueOf(target: string): string | null {
    const url = this.read(target);
    if (typeof url === 'string') return url;
    const host = hostOf(url);
    const kind = isIP(host) === 0 ? (isLocalName(host) ? 'loopback' : null) : specialPurposeOf(host);
    if (kind === 'loopback' && this.options.allowLoopback) return null;
    if (url.protocol === 'http:') return ISSUES.scheme;
    return kind === null || isIP(host) === 0 ? null : ISSUES.address;
  }

  /** Resolves for statuses below 300 and from 400; if lenient, for all. @throws OutboundHttpError, or the reason of the request's signal */
  async request(target: string, request: OutboundRequest = {}): Promise<OutboundResponse> {
    const startedAt = performance.now();
    let outcome = 'answered';
    try {
      // Customers' servers get no `traceparent`.
      return await inSpan('outbound HTTP', () => this.call(target, request), { kind: CLIENT_KIND });
    } catch (error) {
      outcome = error instanceof OutboundHttpError ? error.failure : 'ended';
      throw error;
    } finally {
      calls.observe({ outcome }, secondsSince(startedAt));
    }
  }

  private async call(target: string, request: OutboundRequest): Promise<OutboundResponse> {
    const url = this.parse(target);
    const cancel = new AbortController();
    const { signal, timeoutMs = this.options.timeoutMs } = request;
    signal?.throwIfAborted();
    const end = (): void => cancel.abort(signal?.reason);
    signal?.addEventListener('abort', end, { once: true });
    const late = (words: string) => () => {
      cancel.abort(new OutboundHttpError('timeout', `${url.host} ${words}`));
    };
    const connecting = setTimeout(late('does not accept connections in time'), this.options.connectTimeoutMs);
    const answering = setTimeout(late('did not answer in time'), timeoutMs);
    const connected = (): void => clearTimeout(connecting);
    const over = aborted(cancel.signal);
    try {
      const addresses = await Promise.race([this.addressesOf(url), over]);
      const maxBytes = request.maxBytes ?? this.options.maxBytes;
      return await exchange(url, { ...request, maxBytes }, { addresses, signal: cancel.signal, over, connected });
    } catch (error) {
      throw cancel.signal.aborted ? cancel.signal.reason : outboundFailure(url.host, error);
    } finally {
      clearTimeout(connecting);
      clearTimeout(answering);
      signal?.removeEventListener('abort', end);
      // Does not wait for remaining work.
      cancel.abort();
    }
  }

  private parse(target: string): URL {
    const url = this.read(target);
    if (typeof url === 'string') throw new OutboundHttpError('url', `An address ${url}`);
    return url;
  }

  /** A URL, or its problem. */
  private read(target: string): URL | string {
    const url = URL.canParse(target) ? new URL(target) : null;
    const schemes = this.options.allowLoopback ? ['https:', 'http:'] : ['https:'];
    if (!url || !schemes.includes(url.protocol) || url.hostname === '') return ISSUES.scheme;
    return url.username === '' && url.password === '' ? url : ISSUES.user;
  }

  /** One non-public address is enough to refuse: the name is a mistake or an attack. */
  private async addressesOf(url: URL): Promise<ResolvedAddress[]> {
    const host = hostOf(url);
    const family = isIP(host);
    const addresses = family === 0 ? await this.resolve(url, host) : [{ address: host, family }];
    for (const { address } of addresses) {
      const kind = specialPurposeOf(address);
      const isAllowedLoopback = kind === 'loopback' && this.options.allowLoopback;
      if (kind !== null && !isAllowedLoopback) throw this.unreachable('address', url, `leads to a ${kind} address`);
      if (url.protocol === 'http:' && !isAllowedLoopback) {
        throw new OutboundHttpError('url', `An address ${ISSUES.scheme}`);
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

  /** One message for all cases, because the difference would reveal internal names; `cause` is for the log. */
  private unreachable(failure: 'address' | 'dns', { host }: URL, words: string, error?: unknown): OutboundHttpError {
    const precisely = `${host} ${words}`;
    if (this.options.allowLoopback) return new OutboundHttpError(failure, precisely, null, { cause: error });
    const cause = new Error(precisely, { cause: error });
    return new OutboundHttpError(failure, `${host} has no address of the public internet`, null, { cause });
  }
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
