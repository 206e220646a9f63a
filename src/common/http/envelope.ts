import { currentContext } from './request-context.js';

/** `meta` of every enveloped response. */
export interface ResponseMeta {
  timestamp: string;
  request_id: string;
  warnings?: string[];
  debug?: Record<string, unknown>;
}

/** Builds `meta`; `debug` only for those who asked with `X-Debug` and may see it. */
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

/** Marks a response body with the version it shows; the envelope interceptor turns it into an `ETag` header. */
export function withEtag<T extends object>(body: T, rowVersion: number): T {
  return Object.defineProperty(body, ETAG, { value: etagOf(rowVersion), enumerable: false });
}

/**
 * The same for a body that shows more than its row, such as counts of others: its tag is for `If-Match`, and no GET is
 * answered 304 by it, since the rest may be another under the same version.
 */
export function withRowEtag<T extends object>(body: T, rowVersion: number): T {
  return Object.defineProperty(withEtag(body, rowVersion), ROW_ALONE, { value: true, enumerable: false });
}

export function etagOf(rowVersion: number): string {
  return `"${rowVersion}"`;
}

/** Whether a list of entity tags, as in `If-Match` and `If-None-Match`, names this one; `*` names any. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((item) => [etag, '*'].includes(item.trim().replace(/^W\//, ''))) === true;
}

export function readEtag(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const etag = (body as { [ETAG]?: unknown })[ETAG];
  return typeof etag === 'string' ? etag : null;
}

/** Whether whoever has this version of the body has all of it. */
export function tagsAll(body: unknown): boolean {
  return readEtag(body) !== null && !Object.hasOwn(body as object, ROW_ALONE);
}
