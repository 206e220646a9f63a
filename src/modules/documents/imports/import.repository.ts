import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { newId } from '../../../common/ids/type-id.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ITEM_STATES, type ItemState } from './dto/import-states.js';
import { Import, type ImportError, type ImportItem } from './import.entity.js';
import type { PlannedFile } from './planning/import-plan.js';

export type { Import, ImportItem } from './import.entity.js';

type Counts = Record<ItemState | 'total', number>;

export interface ImportWithProgress extends Import {
  counts: Counts;
  reading: { ready: number; failed: number; waiting: number; pages_done: number };
}

/** What became of a file. */
export interface ItemOutcome {
  state: ItemState;
  fields?: object;
  document_number?: string | null;
  content_sha256?: string | null;
  document_id?: string | null;
  revision_id?: string | null;
  error?: ImportError;
}

const UNFINISHED = `state IN ('queued', 'running', 'reading')`;
/** Rows of one statement. */
const BATCH = 1_000;

@Injectable()
export class ImportRepository {
  constructor(private readonly db: Database) {}

  async insert(row: Partial<Import>): Promise<void> {
    await this.db.repository(Import).insert(row);
  }

  /** Unfinished imports of the organization that still file documents. The lock serializes requests until the end of the transaction. */
  async lockUnfiled(organizationId: string): Promise<number> {
    await this.db.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`imports ${organizationId}`]);
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM imports WHERE organization_id = $1 AND state IN ('queued', 'running')`,
      [organizationId],
    );
    return row!.count;
  }

  /** Administrators see all imports, others their own. */
  async list(reader: Principal, afterId: string | null, rowCount: number): Promise<KeysetRows<ImportWithProgress>> {
    const parameters = visibility(reader);
    const { rows, ...count } = await this.db.list<Import>(
      {
        sql: `SELECT * FROM imports i WHERE ${VISIBLE} AND ($3::text IS NULL OR i.id < $3) ORDER BY i.id DESC LIMIT $4`,
        parameters: [...parameters, afterId, rowCount],
      },
      { sql: `FROM imports i WHERE ${VISIBLE}`, parameters },
    );
    return { rows: await this.withProgress(rows), ...count };
  }

  async find(reader: Principal, id: string): Promise<ImportWithProgress | null> {
    const rows = await this.db.query<Import>(`SELECT * FROM imports i WHERE ${VISIBLE} AND i.id = $3`, [
      ...visibility(reader),
      id,
    ]);
    return (await this.withProgress(rows))[0] ?? null;
  }

  async listItems(
    importId: string,
    state: ItemState | null,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<ImportItem>> {
    const matching = `FROM import_items WHERE import_id = $1 AND ($2::text IS NULL OR state = $2)`;
    return this.db.list<ImportItem>(
      {
        sql: `SELECT * ${matching}
              AND position > coalesce((SELECT position FROM import_items WHERE import_id = $1 AND id = $3), -1)
              ORDER BY position LIMIT $4`,
        parameters: [importId, state, afterId, rowCount],
      },
      { sql: matching, parameters: [importId, state] },
    );
  }

  /** Counts an attempt at an import that is still to be filed; null for another. */
  async begin(id: string): Promise<Import | null> {
    const rows = await this.db.query<Import>(
      `UPDATE imports i SET state = 'running', started_at = coalesce(started_at, now()), items_at_attempt = done.count,
         attempts = CASE WHEN done.count > i.items_at_attempt THEN 1 ELSE i.attempts + 1 END
       FROM (SELECT count(*)::int AS count FROM import_items WHERE import_id = $1 AND state <> 'pending') done
       WHERE i.id = $1 AND i.state IN ('queued', 'running') RETURNING i.*`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Stores the files, once. */
  async plan(id: string, files: readonly PlannedFile[]): Promise<void> {
    await this.db.transaction(async () => {
      for (let from = 0; from < files.length; from += BATCH) {
        const rows = files.slice(from, from + BATCH).map(({ path, size, fields, error }, index) => ({
          ...{ id: newId('import_item'), import_id: id, position: from + index, path, size, fields, error },
          state: error === null ? 'pending' : 'failed',
        }));
        await this.db.query(
          `INSERT INTO import_items (id, import_id, position, path, size, state, fields, error)
           SELECT id, import_id, position, path, size, state, fields, nullif(error, 'null')
           FROM jsonb_to_recordset($1::jsonb) AS t (id text, import_id text, position integer, path text, size bigint,
             state text, fields jsonb, error jsonb)`,
          [JSON.stringify(rows)],
        );
      }
      await this.db.query(`UPDATE imports SET planned_at = now() WHERE id = $1`, [id]);
    });
  }

  listPending(id: string, afterPosition: number, limit: number): Promise<ImportItem[]> {
    return this.db.query<ImportItem>(
      `SELECT * FROM import_items WHERE import_id = $1 AND state = 'pending' AND position > $2 ORDER BY position LIMIT $3`,
      [id, afterPosition, limit],
    );
  }

  /** Whether the import still files documents. A cancellation waits until the end of the transaction. */
  async isRunning(id: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM imports WHERE id = $1 AND state = 'running' FOR SHARE`, [id]);
    return rows.length > 0;
  }

  /** A filed item of the import with this content, or with this document number. */
  async findTwin(
    importId: string,
    column: 'content_sha256' | 'document_number',
    value: string,
  ): Promise<ImportItem | null> {
    const rows = await this.db.query<ImportItem>(
      `SELECT * FROM import_items WHERE import_id = $1 AND ${column} = $2 AND state IN ('created', 'revised')
       ORDER BY position DESC LIMIT 1`,
      [importId, value],
    );
    return rows[0] ?? null;
  }

  async finishItem(id: string, outcome: ItemOutcome): Promise<void> {
    const { state, fields, document_number, content_sha256, document_id, revision_id, error } = outcome;
    await this.db.query(
      `UPDATE import_items SET state = $2, fields = coalesce($3, fields), document_number = $4, content_sha256 = $5,
         document_id = $6, revision_id = $7, error = $8
       WHERE id = $1 AND state = 'pending'`,
      [
        ...[id, state, fields ? JSON.stringify(fields) : null, document_number ?? null, content_sha256 ?? null],
        ...[document_id ?? null, revision_id ?? null, error ? JSON.stringify(error) : null],
      ],
    );
  }

  /** Ends the filing and returns the import with its archive; null if it was canceled. A dry run is completed. */
  async finishFiling(id: string): Promise<(Import & { archive_sha256: string | null }) | null> {
    const rows = await this.db.query<Import & { archive_sha256: string | null }>(
      `UPDATE imports i SET state = CASE WHEN i.dry_run THEN 'completed' ELSE 'reading' END, content_sha256 = NULL,
         filed_at = now(), finished_at = CASE WHEN i.dry_run THEN now() END
       FROM (SELECT content_sha256 AS archive_sha256 FROM imports WHERE id = $1 FOR NO KEY UPDATE) before
       WHERE i.id = $1 AND i.state = 'running' RETURNING i.*, before.archive_sha256`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Ends an unfinished import; files that are pending are canceled. Null if it has ended. */
  async end(id: string, state: 'failed' | 'canceled', error: ImportError | null): Promise<Import | null> {
    return this.db.transaction(async () => {
      const [before] = await this.db.query<Import>(
        `SELECT * FROM imports WHERE id = $1 AND ${UNFINISHED} FOR NO KEY UPDATE`,
        [id],
      );
      if (!before) return null;
      await this.db.query(
        `UPDATE imports SET state = $2, error = $3, content_sha256 = NULL, finished_at = now() WHERE id = $1`,
        [id, state, error ? JSON.stringify(error) : null],
      );
      await this.db.query(`UPDATE import_items SET state = 'canceled' WHERE import_id = $1 AND state = 'pending'`, [
        id,
      ]);
      return before;
    });
  }

  listReading(): Promise<Import[]> {
    return this.db.query<Import>(`SELECT * FROM imports WHERE state = 'reading' ORDER BY id`);
  }

  /** Imports that began to file documents more than `minutes` ago and are not done. */
  listRunning(minutes: number): Promise<Pick<Import, 'id' | 'organization_id'>[]> {
    return this.db.query(
      `SELECT id, organization_id FROM imports WHERE state = 'running' AND started_at < now() - make_interval(mins => $1)`,
      [minutes],
    );
  }

  /** Unfinished imports of a closed organization. */
  listUnfinished(organizationId: string): Promise<Pick<Import, 'id'>[]> {
    return this.db.query<Pick<Import, 'id'>>(`SELECT id FROM imports WHERE organization_id = $1 AND ${UNFINISHED}`, [
      organizationId,
    ]);
  }

  /** Revisions of the import that are read and still drafts, without those that follow one that is still to be read. */
  listActivatable(id: string): Promise<Pick<ImportItem, 'id' | 'document_id' | 'revision_id'>[]> {
    return this.db.query(
      `SELECT i.id, i.document_id, i.revision_id FROM import_items i JOIN document_revisions r ON r.id = i.revision_id
       WHERE i.import_id = $1 AND i.state = 'revised' AND i.error IS NULL AND r.status = 'draft'
         AND r.ingestion_state = 'ready' AND NOT EXISTS (
           SELECT 1 FROM import_items e JOIN document_revisions er ON er.id = e.revision_id
           WHERE e.import_id = $1 AND e.document_number = i.document_number AND e.position < i.position
             AND e.document_id = i.document_id AND er.ingestion_state IN ('queued', 'processing'))
       ORDER BY i.position`,
      [id],
    );
  }

  /** For a revision that stays a draft. */
  async noteItem(id: string, error: ImportError): Promise<void> {
    await this.db.query(`UPDATE import_items SET error = $2 WHERE id = $1`, [id, JSON.stringify(error)]);
  }

  /** Completes an import whose documents are all read, or gone; null for another. */
  async complete(id: string): Promise<Import | null> {
    const rows = await this.db.query<Import>(
      `UPDATE imports SET state = 'completed', finished_at = now() WHERE id = $1 AND state = 'reading' AND NOT EXISTS (
         SELECT 1 FROM import_items i JOIN document_revisions r ON r.id = i.revision_id
         WHERE i.import_id = $1 AND i.state IN ('created', 'revised') AND r.ingestion_state IN ('queued', 'processing'))
       RETURNING *`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Deletes imports that ended more than `days` ago. */
  async deleteOld(days: number): Promise<void> {
    await this.db.query(`DELETE FROM imports WHERE finished_at < now() - make_interval(days => $1)`, [days]);
  }

  async countsOf(ids: readonly string[]): Promise<Map<string, Counts>> {
    const rows = await this.db.query<{ import_id: string; state: ItemState; count: number }>(
      `SELECT import_id, state, count(*)::int AS count FROM import_items WHERE import_id = ANY($1) GROUP BY 1, 2`,
      [ids],
    );
    const counts = new Map(ids.map((id) => [id, noItems()]));
    for (const { import_id, state, count } of rows) {
      const of = counts.get(import_id)!;
      of[state] = count;
      of.total += count;
    }
    return counts;
  }

  private async withProgress(imports: readonly Import[]): Promise<ImportWithProgress[]> {
    if (imports.length === 0) return [];
    const ids = imports.map(({ id }) => id);
    const counts = await this.countsOf(ids);
    const reading = await this.db.query<ImportWithProgress['reading'] & { import_id: string }>(
      `SELECT i.import_id, count(*) FILTER (WHERE r.ingestion_state = 'ready')::int AS ready,
         count(*) FILTER (WHERE r.ingestion_state = 'failed')::int AS failed,
         count(*) FILTER (WHERE r.ingestion_state IN ('queued', 'processing'))::int AS waiting,
         coalesce(sum(r.pages_done), 0)::int AS pages_done
       FROM import_items i JOIN document_revisions r ON r.id = i.revision_id
       WHERE i.import_id = ANY($1) AND i.state IN ('created', 'revised') GROUP BY 1`,
      [ids],
    );
    const progress = new Map(reading.map(({ import_id, ...read }) => [import_id, read]));
    return imports.map((row) => ({
      ...row,
      counts: counts.get(row.id)!,
      reading: progress.get(row.id) ?? { ready: 0, failed: 0, waiting: 0, pages_done: 0 },
    }));
  }
}

/** Parameters: organization, and the user or null for all. */
const VISIBLE = `i.organization_id = $1 AND ($2::text IS NULL OR i.created_by = $2)`;

function visibility({ organizationId, role, userId }: Principal): [string, string | null] {
  return [organizationId, role === 'admin' ? null : userId];
}

function noItems(): Counts {
  return Object.fromEntries([...ITEM_STATES, 'total'].map((state) => [state, 0])) as Counts;
}
