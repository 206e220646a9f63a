import { currentContext } from '../context/request-context.js';

export interface ResponseMeta {
  timestamp: string;
  request_id: string;
  warnings?: string[];
  debug?: Record<string, unknown>;
}

/** Creates `meta`; with `debug` only for authorized callers who send `X-Debug`. */
export function responseMeta(requestId: string, withDebug: boolean): ResponseMeta {
  const context = currentContext();
  const meta: ResponseMeta = { timestamp: new Date().toISOString(), request_id: requestId };
  if (!context) return meta;
  if (context.warnings.length > 0) meta.warnings = context.warnings;
  if (withDebug && context.principal?.permissions.has('system.settings')) {
    const duration = Math.round((performance.now() - context.startedAt) * 100) / 100;
    meta.debug = { duration_ms: duration, db_queries: context.dbQueries, ...context.debug };
  }
  return meta;
}

const ETAG = Symbol('etag');
const ROW_ALONE = Symbol('etag of the row alone');

/** Marks a body with its version, which becomes the `ETag` header. */
export function withEtag<T extends object>(body: T, rowVersion: number): T {
  return Object.defineProperty(body, ETAG, { value: etagOf(rowVersion), enumerable: false });
}

/** As {@link withVersion}, for bodies with data beyond their row. Their tag works for `If-Match`; GET never gets 304. */
export function withRowEtag<T extends object>(body: T, rowVersion: number): T {
  return Object.defineProperty(withEtag(body, rowVersion), ROW_ALONE, { value: true, enumerable: false });
}

export function etagOf(rowVersion: number): string {
  return `"${rowVersion}"`;
}

/** Whether a list of entity tags, as in `If-Match` and `If-None-Match`, contains this one; `*` contains all. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((item) => [etag, '*'].includes(item.trim().replace(/^W\//, ''))) === true;
}

export function readEtag(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const etag = (body as { [ETAG]?: unknown })[ETAG];
  return typeof etag === 'string' ? etag : null;
}

/** Whether a client with this version has the whole body. */
export function tagsAll(body: unknown): boolean {
  return readEtag(body) !== null && !Object.hasOwn(body as object, ROW_ALONE);
}
