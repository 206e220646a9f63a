import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';

/** Daily counters. */
export const COUNTS = [
  'requests',
  'searches',
  'chats',
  'questions',
  'llm_prompt',
  'llm_completion',
  'embedding',
  'estimated',
] as const;
export type UsageCounts = Record<(typeof COUNTS)[number], number>;

/** Documents that are not deleted, and the bytes of their files, each content once. */
export interface Stored {
  documents: number | null;
  storage_bytes: number | null;
}

export interface UsageDay extends UsageCounts, Stored {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
}

/** `organization_id, documents, storage_bytes` of organizations with documents. */
const STORED = `
  SELECT f.organization_id, sum(f.documents)::int AS documents, sum(f.content_size) AS storage_bytes
  FROM (
    SELECT d.organization_id, r.content_sha256, max(r.content_size) AS content_size,
      count(*) FILTER (WHERE r.id = d.current_revision_id) AS documents
    FROM documents d JOIN document_revisions r ON r.document_id = d.id
    WHERE d.deleted_at IS NULL AND ($1::text IS NULL OR d.organization_id = $1)
    GROUP BY d.organization_id, r.content_sha256
    UNION ALL
    SELECT d.organization_id, p.content_sha256, max(p.size), 0
    FROM documents d JOIN discrepancies x ON x.document_id = d.id JOIN discrepancy_pictures p ON p.discrepancy_id = x.id
    WHERE d.deleted_at IS NULL AND ($1::text IS NULL OR d.organization_id = $1)
    GROUP BY d.organization_id, p.content_sha256
    UNION ALL
    SELECT k.organization_id, k.content_sha256, max(k.content_size), 0 FROM offline_packages k
    WHERE k.state = 'ready' AND ($1::text IS NULL OR k.organization_id = $1)
    GROUP BY k.organization_id, k.content_sha256
  ) f GROUP BY f.organization_id`;

@Injectable()
export class UsageRepository {
  constructor(private readonly db: Database) {}

  /** All days of the period, oldest first; zeros without counts. */
  listDays(organizationId: string, { from, to }: { from: string; to: string }): Promise<UsageDay[]> {
    return this.db.query<UsageDay>(
      `SELECT d.day::date::text AS date, coalesce(u.requests, 0)::float8 AS requests,
         coalesce(u.searches, 0)::float8 AS searches, coalesce(u.chats, 0)::float8 AS chats,
         coalesce(u.questions, 0)::float8 AS questions, coalesce(t.llm_prompt, 0)::float8 AS llm_prompt,
         coalesce(t.llm_completion, 0)::float8 AS llm_completion, coalesce(t.embedding, 0)::float8 AS embedding,
         coalesce(t.estimated, 0)::float8 AS estimated, u.documents, u.storage_bytes::float8 AS storage_bytes
       FROM generate_series($2::timestamp, $3::timestamp, interval '1 day') AS d (day)
       LEFT JOIN organization_usage u ON u.organization_id = $1 AND u.day = d.day::date
       LEFT JOIN (
         SELECT day, sum(prompt_tokens) FILTER (WHERE kind = 'llm') AS llm_prompt,
           sum(completion_tokens) FILTER (WHERE kind = 'llm') AS llm_completion,
           sum(prompt_tokens + completion_tokens) FILTER (WHERE kind = 'embedding') AS embedding,
           sum(prompt_tokens + completion_tokens) FILTER (WHERE estimated) AS estimated
         FROM token_usage WHERE organization_id = $1 AND day BETWEEN $2::date AND $3::date GROUP BY day
       ) t ON t.day = d.day::date
       ORDER BY d.day`,
      [organizationId, from, to],
    );
  }

  async stored(organizationId: string): Promise<Stored> {
    const [row] = await this.db.query<Stored>(
      `SELECT documents, storage_bytes::float8 AS storage_bytes FROM (${STORED}) s`,
      [organizationId],
    );
    return row ?? { documents: 0, storage_bytes: 0 };
  }

  /** Records today's (UTC) storage of all organizations, in the order in which counts are written. */
  async recordStored(): Promise<void> {
    await this.db.query(
      `INSERT INTO organization_usage AS u (organization_id, day, documents, storage_bytes)
       SELECT o.id, (now() AT TIME ZONE 'UTC')::date, coalesce(s.documents, 0), coalesce(s.storage_bytes, 0)
       FROM organizations o LEFT JOIN (${STORED}) s ON s.organization_id = o.id
       ORDER BY 1
       ON CONFLICT ON CONSTRAINT pk_organization_usage DO UPDATE
       SET documents = excluded.documents, storage_bytes = excluded.storage_bytes`,
      [null],
    );
  }
}
