import type { Revision } from './revision.entity.js';

/**
 * Seconds until the last page of a revision is read, if the pages to come take as long as those that are done; null when
 * nobody reads it, and before its first page is done.
 */
export function secondsLeft(
  revision: Pick<Revision, 'ingestion_state' | 'ingestion_read_ms' | 'pages_done' | 'pages_total'>,
): number | null {
  const { ingestion_state: state, ingestion_read_ms: readMs, pages_done: done, pages_total: total } = revision;
  if (state !== 'processing' || done === 0 || total === null) return null;
  return Math.ceil(((total - done) * readMs) / done / 1000);
}
