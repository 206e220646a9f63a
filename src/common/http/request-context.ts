import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { Principal } from '../auth/principal.js';

/** What belongs to one request (or one job) while it runs: found anywhere below without being handed down. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedAt: number;
  /** Address and User-Agent of the client; null outside of requests. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Template of the address; null outside of requests and where there is no such route. */
  route: string | null;
  /** Its span, where there are traces. */
  span: Span | null;
  /** Goes before others where there is not enough for all: probes and signing in. */
  readonly isEssential: boolean;
  /** Aborted when nobody waits for the answer any more; undefined outside of requests. */
  closed: () => AbortSignal | undefined;
  /** What goes on for the request when its response is over; it never rejects. */
  readonly lastingWork: Promise<void>[];
  /** Who may act: set on routes that ask for credentials. */
  principal: Principal | null;
  /** Whose credential came with the request where no route asked for one. The request is counted and logged as theirs. */
  caller: Principal | null;
  dbQueries: number;
  readonly warnings: string[];
  /** Stage timings and the like for `meta.debug`; never anything secret. */
  readonly debug: Record<string, unknown>;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Where a request comes from, as far as it says. */
export interface RequestOrigin {
  ip: string | null;
  userAgent: string | null;
}

export function createRequestContext(
  requestId: string,
  { ip, userAgent }: RequestOrigin = { ip: null, userAgent: null },
  isEssential = false,
): RequestContext {
  return {
    requestId,
    startedAt: performance.now(),
    ip,
    userAgent,
    route: null,
    span: null,
    isEssential,
    closed: () => undefined,
    lastingWork: [],
    principal: null,
    caller: null,
    dbQueries: 0,
    warnings: [],
    debug: {},
  };
}

const CONTEXT = Symbol('request context');

/** Makes the context that of the request, for what runs outside of it: hooks around reading the body. */
export function attachContext(request: object, context: RequestContext): void {
  Object.assign(request, { [CONTEXT]: context });
}

/** The context of a request; null until it has one. */
export function contextOf(request: object): RequestContext | null {
  return (request as { [CONTEXT]?: RequestContext })[CONTEXT] ?? null;
}

export function runWithContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The current request's context; null outside of requests, in jobs for example. */
export function currentContext(): RequestContext | null {
  return storage.getStore() ?? null;
}

/** Adds a line to `meta.warnings` of the response: something the client asked for was done only in part. */
export function warnClient(message: string): void {
  const warnings = currentContext()?.warnings;
  if (warnings && !warnings.includes(message)) warnings.push(message);
}
