import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { Principal } from '../principal/principal.js';

/** Data of one request or job, available to all code below it through AsyncLocalStorage. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedAt: number;
  /** Address and User-Agent of the client; null outside of requests. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Template of the route; null outside of requests and for unknown routes. */
  route: string | null;
  span: Span | null;
  /** Has priority under load: probes and sign-in. */
  readonly isEssential: boolean;
  /** Sent to the sandbox. */
  isSandbox: boolean;
  /** Answered with an error that the client asked for. */
  isSimulation: boolean;
  /** Aborted when the client no longer waits for the response; undefined outside of requests. */
  closed: () => AbortSignal | undefined;
  /** Work that continues after the response. It never rejects. */
  readonly lastingWork: Promise<void>[];
  /** The caller, on routes that require credentials. */
  principal: Principal | null;
  /** Owner of a credential sent to a route that requires none. The request is counted and logged for them. */
  caller: Principal | null;
  dbQueries: number;
  readonly warnings: string[];
  /** Timings and similar data for `meta.debug`. No secrets. */
  readonly debug: Record<string, unknown>;
}

const storage = new AsyncLocalStorage<RequestContext>();

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
    isSandbox: false,
    isSimulation: false,
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

/** Runs code with the context of the request, for hooks around the reading of bodies. */
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

/** Runs code that belongs to no request, such as the start of a timer, even if a request starts it. */
export function outsideOfContexts<T>(work: () => T): T {
  return storage.exit(work);
}

/** The current context; null outside of requests and jobs. */
export function currentContext(): RequestContext | null {
  return storage.getStore() ?? null;
}

/** Adds a line to `meta.warnings`, for requests that were fulfilled only in part. */
export function warnClient(message: string): void {
  const warnings = currentContext()?.warnings;
  if (warnings && !warnings.includes(message)) warnings.push(message);
}
