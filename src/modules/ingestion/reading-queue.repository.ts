import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';

/** A revision whose reader stopped, with its attempts at the current page. */
export interface AbandonedRevision {
  id: string;
  attempts: number;
}

export interface LineStanding {
  queued: number;
  processing: number;
  /** Waiting time of the oldest revision that could be read. */
  oldest_seconds: number;
}

/** Condition: revision `r` of document `d` can be read now. */
const WAITING = `r.ingestion_state = 'queued' AND (r.ingestion_due_at IS NULL OR r.ingestion_due_at <= now())
  AND d.deleted_at IS NULL`;

/** A document shows the state of its current revision, so its ETag changes with it. */
const NEXT_VERSION = 'row_version = d.row_version + 1, updated_at = now()';

/** Each organization that waits is found by one step in the index; the first revision of the one whose turn it is, by another. */
export const CLAIM = `
  WITH RECURSIVE waiting AS (
    SELECT min(queue_organization_id) AS organization_id FROM document_revisions WHERE ingestion_state = 'queued'
    UNION ALL
    SELECT (SELECT min(r.queue_organization_id) FROM document_revisions r
            WHERE r.ingestion_state = 'queued' AND r.queue_organization_id > w.organization_id)
    FROM waiting w WHERE w.organization_id IS NOT NULL
  ), next AS MATERIALIZED (
    SELECT first.id, turns.organization_id
    FROM (SELECT w.organization_id FROM waiting w LEFT JOIN ingestion_turns t USING (organization_id)
          WHERE w.organization_id IS NOT NULL ORDER BY t.served_at NULLS FIRST) turns
      CROSS JOIN LATERAL (
        SELECT r.id FROM document_revisions r JOIN documents d ON d.id = r.document_id
        WHERE r.queue_organization_id = turns.organization_id AND ${WAITING}
        ORDER BY r.reprocessed_at NULLS FIRST, r.id LIMIT 1 FOR NO KEY UPDATE OF d, r SKIP LOCKED) first
    LIMIT 1
  ), turn AS (
    INSERT INTO ingestion_turns (organization_id, served_at) SELECT organization_id, clock_timestamp() FROM next
    ON CONFLICT (organization_id) DO UPDATE SET served_at = excluded.served_at
  ), shown AS (
    UPDATE documents d SET ${NEXT_VERSION} FROM next WHERE d.current_revision_id = next.id
  )
  UPDATE document_revisions r SET ingestion_state = 'processing', ingestion_due_at = NULL, updated_at = now()
  FROM next WHERE r.id = next.id RETURNING r.id`;

/** The rows of revisions are the queue; jobs only announce new ones. */
@Injectable()
export class ReadingQueueRepository {
  constructor(private readonly db: Database) {}

  /**
   * Claims the oldest revision of the least recently served organization, reprocessed ones last. The time depends on the number of
   * organizations that wait, not on their files. Claims skip what another one holds. Nothing is claimed while a session holds the lock
   * `ingestion turns` exclusively.
   * @returns its id, or null if none waits
   */
  async claim(): Promise<string | null> {
    return this.db.transaction(async () => {
      await this.db.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended('ingestion turns', 0))`);
      const [claimed] = await this.db.query<{ id: string }>(CLAIM);
      return claimed?.id ?? null;
    });
  }

  /** Whose documents could be read now: the organization's own, and those of others. */
  async whoWaits(organizationId: string): Promise<{ own: boolean; others: boolean }> {
    const waits = (comparison: string): string =>
      `EXISTS (SELECT FROM document_revisions r JOIN documents d ON d.id = r.document_id
               WHERE ${WAITING} AND r.queue_organization_id ${comparison} $1)`;
    const [row] = await this.db.query<{ own: boolean; others: boolean }>(
      `SELECT ${waits('=')} AS own, ${waits('<')} OR ${waits('>')} AS others`,
      [organizationId],
    );
    return row!;
  }

  /** Ends the pauses of queued revisions whose last attempt did not fail. */
  async endPauses(revisionIds: readonly string[]): Promise<void> {
    await this.db.query(
      `UPDATE document_revisions SET ingestion_due_at = NULL
       WHERE id = ANY($1) AND ingestion_state = 'queued' AND ingestion_attempts = 0`,
      [revisionIds],
    );
  }

  /** For monitoring. */
  async standing(): Promise<LineStanding> {
    const [standing] = await this.db.query<LineStanding>(
      `SELECT count(*) FILTER (WHERE r.ingestion_state = 'queued')::int AS queued,
         count(*) FILTER (WHERE r.ingestion_state = 'processing')::int AS processing,
         coalesce(extract(epoch FROM now() - min(coalesce(r.ingestion_due_at, r.reprocessed_at, r.created_at))
           FILTER (WHERE ${WAITING})), 0)::float8 AS oldest_seconds
       FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE r.ingestion_state IN ('queued', 'processing') AND d.deleted_at IS NULL`,
    );
    return standing!;
  }

  /** Revisions in work without a report for this time. A process that holds the lock is still working. */
  listSilent(seconds: number): Promise<AbandonedRevision[]> {
    return this.db.query(
      `SELECT id, ingestion_attempts AS attempts FROM document_revisions
       WHERE ingestion_state = 'processing' AND updated_at <= now() - make_interval(secs => $1) ORDER BY id`,
      [seconds],
    );
  }

  /** Queues a revision whose reader died. @returns false if its reading has ended */
  async requeue(revisionId: string, pauseMs: number): Promise<boolean> {
    const rows = await this.db.query(
      `WITH locked AS MATERIALIZED (
         SELECT d.id FROM documents d JOIN document_revisions r ON r.document_id = d.id
         WHERE r.id = $1 AND d.deleted_at IS NULL FOR NO KEY UPDATE OF d
       ), queued AS (
         UPDATE document_revisions r SET ingestion_state = 'queued', ingestion_stage = NULL, updated_at = now(),
           ingestion_due_at = now() + make_interval(secs => $2 / 1000.0)
         FROM locked WHERE r.id = $1 AND r.document_id = locked.id AND r.ingestion_state = 'processing' RETURNING r.id
       ), shown AS (
         UPDATE documents d SET ${NEXT_VERSION} FROM queued WHERE d.current_revision_id = queued.id
       )
       SELECT 1 FROM queued`,
      [revisionId, pauseMs],
    );
    return rows.length > 0;
  }
}
