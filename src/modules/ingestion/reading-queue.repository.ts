import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';

/** A revision whose reading came to a halt, and how often it was begun at the page where it stands. */
export interface AbandonedRevision {
  id: string;
  attempts: number;
}

/** What is in the line, of all organizations. */
export interface LineStanding {
  queued: number;
  processing: number;
  /** How long the one that could be read and has waited longest has. */
  oldest_seconds: number;
}

/** Revision `r` of document `d` that may be read now. */
const WAITING = `r.ingestion_state = 'queued' AND (r.ingestion_due_at IS NULL OR r.ingestion_due_at <= now())
  AND d.deleted_at IS NULL`;

/** The line of revisions that wait to be read. Their rows are the line; jobs only say that somebody joined it. */
@Injectable()
export class ReadingQueueRepository {
  constructor(private readonly db: Database) {}

  /**
   * Takes the revision whose turn it is, for this process alone: of the organization served longest ago its oldest, and
   * what is read anew after everything new. Answers its id, or null when none waits.
   *
   * Claims are made one after the other, over all nodes: two at once would see the same organization's turn. They take a
   * millisecond, and pass over revisions that somebody is just changing rather than wait for them.
   */
  async claim(): Promise<string | null> {
    return this.db.transaction(async () => {
      await this.db.query(`SELECT pg_advisory_xact_lock(hashtextextended('ingestion turns', 0))`);
      const [claimed] = await this.db.query<{ id: string }>(
        `WITH next AS (
           SELECT r.id, d.organization_id
           FROM document_revisions r JOIN documents d ON d.id = r.document_id
             LEFT JOIN ingestion_turns t ON t.organization_id = d.organization_id
           WHERE ${WAITING} ORDER BY t.served_at NULLS FIRST, r.reprocessed_at NULLS FIRST, r.id
           LIMIT 1 FOR UPDATE OF r SKIP LOCKED
         ), turn AS (
           INSERT INTO ingestion_turns (organization_id, served_at) SELECT organization_id, clock_timestamp() FROM next
           ON CONFLICT (organization_id) DO UPDATE SET served_at = excluded.served_at
         )
         UPDATE document_revisions r SET ingestion_state = 'processing', ingestion_due_at = NULL, updated_at = now()
         FROM next WHERE r.id = next.id RETURNING r.id`,
      );
      return claimed?.id ?? null;
    });
  }

  /** Whether a document of any other organization could be read now. */
  async othersWait(organizationId: string): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT 1 FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE ${WAITING} AND d.organization_id <> $1 LIMIT 1`,
      [organizationId],
    );
    return rows.length > 0;
  }

  /** For whoever looks after the service. */
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

  /** Revisions in work of which nobody has said anything for so long. Whoever holds their lock is at work all the same. */
  listSilent(seconds: number): Promise<AbandonedRevision[]> {
    return this.db.query(
      `SELECT id, ingestion_attempts AS attempts FROM document_revisions
       WHERE ingestion_state = 'processing' AND updated_at <= now() - make_interval(secs => $1) ORDER BY id`,
      [seconds],
    );
  }

  /** Lets a revision whose reader is gone wait again; false when its reading has come to an end. */
  async requeue(revisionId: string, pauseMs: number): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE document_revisions SET ingestion_state = 'queued', ingestion_stage = NULL, updated_at = now(),
         ingestion_due_at = now() + make_interval(secs => $2 / 1000.0)
       WHERE id = $1 AND ingestion_state = 'processing' RETURNING 1`,
      [revisionId, pauseMs],
    );
    return rows.length > 0;
  }
}
