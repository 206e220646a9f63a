import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ITEM_STATES, type ImportState, type ItemState } from './dto/import-states.js';
import { Import, type ImportError, type ImportSummary } from './import.entity.js';

export type { Import } from './import.entity.js';

export type ImportWithProgress = Omit<Import, 'summary'> & { summary: ImportSummary };

/** Advisory lock of the filing of an import, `$1`. The job of the import holds `import …` itself. */
const FILING = `hashtextextended('filing of import ' || $1, 0)`;

@Injectable()
export class ImportRepository {
  constructor(private readonly db: Database) {}

  async insert(row: Partial<Import>): Promise<void> {
    await this.db.repository(Import).insert(row);
  }

  /** Imports of the organization that still file documents. The lock serializes requests until the end of the transaction. */
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
    const found = await this.findRow(reader, id);
    return found && (await this.withProgress([found]))[0]!;
  }

  /** Without the progress, which takes time in proportion to the files. */
  async findRow(reader: Principal, id: string): Promise<Import | null> {
    const rows = await this.db.query<Import>(`SELECT * FROM imports i WHERE ${VISIBLE} AND i.id = $3`, [
      ...visibility(reader),
      id,
    ]);
    return rows[0] ?? null;
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

  /** For an attempt that failed for a reason outside of the import. */
  async uncountAttempt(id: string): Promise<void> {
    await this.db.query(`UPDATE imports SET attempts = greatest(attempts - 1, 0) WHERE id = $1`, [id]);
  }

  /**
   * Whether the import still files documents. A cancellation waits until the end of the transaction. The advisory lock makes later files wait
   * behind a cancellation: row locks that are shared are given without a queue.
   */
  async isRunning(id: string): Promise<boolean> {
    await this.db.defer(`SELECT pg_advisory_xact_lock_shared(${FILING})`, [id]);
    const rows = await this.db.query(`SELECT 1 FROM imports WHERE id = $1 AND state = 'running' FOR SHARE`, [id]);
    return rows.length > 0;
  }

  /** Ends the filing: a dry run is completed. Returns the hash of the archive; null if the import was canceled. */
  async finishFiling(id: string): Promise<{ sha256: string | null; completed: Import | null } | null> {
    const [before] = await this.lockIn(id, ['running']);
    if (!before) return null;
    await this.db.query(`UPDATE imports SET state = 'reading', content_sha256 = NULL, filed_at = now() WHERE id = $1`, [
      id,
    ]);
    return { sha256: before.content_sha256, completed: before.dry_run ? await this.end(id, 'completed', null) : null };
  }

  /** Ends an unfinished import. Returns it as it was before; null if it has ended. In a transaction. */
  async end(id: string, state: 'completed' | 'failed' | 'canceled', error: ImportError | null): Promise<Import | null> {
    const [before] = await this.lockIn(id, ['queued', 'running', 'reading']);
    if (!before) return null;
    const [summary] = await this.summariesOf([{ ...before, finished_at: new Date() }]);
    await this.db.query(
      `UPDATE imports SET state = $2, error = $3, summary = $4, content_sha256 = NULL, finished_at = now() WHERE id = $1`,
      [id, state, error ? JSON.stringify(error) : null, JSON.stringify(summary)],
    );
    return { ...before, summary: summary! };
  }

  /** Oldest first. */
  listIn(state: ImportState, organizationId: string | null = null): Promise<Import[]> {
    return this.db.query<Import>(
      `SELECT * FROM imports WHERE state = $1 AND ($2::text IS NULL OR organization_id = $2) ORDER BY id`,
      [state, organizationId],
    );
  }

  /** Deletes some rows of imports that ended more than `days` ago; false if none is left. */
  async deleteSome(days: number, limit: number): Promise<boolean> {
    const [old] = await this.db.query<{ id: string }>(
      `SELECT id FROM imports WHERE finished_at < now() - make_interval(days => $1) ORDER BY id LIMIT 1`,
      [days],
    );
    if (!old) return false;
    const items = await this.db.query(
      `DELETE FROM import_items WHERE id IN (SELECT id FROM import_items WHERE import_id = $1 LIMIT $2) RETURNING 1`,
      [old.id, limit],
    );
    if (items.length < limit) await this.db.query(`DELETE FROM imports WHERE id = $1`, [old.id]);
    return true;
  }

  private async lockIn(id: string, states: ImportState[]): Promise<Import[]> {
    await this.db.defer(`SELECT pg_advisory_xact_lock(${FILING})`, [id]);
    return this.db.query<Import>(`SELECT * FROM imports WHERE id = $1 AND state = ANY($2) FOR NO KEY UPDATE`, [
      id,
      states,
    ]);
  }

  private async withProgress(imports: readonly Import[]): Promise<ImportWithProgress[]> {
    const running = imports.filter(({ summary }) => summary === null);
    const summaries = await this.summariesOf(running);
    const byId = new Map(running.map(({ id }, index) => [id, summaries[index]!]));
    return imports.map((row) => ({ ...row, summary: row.summary ?? byId.get(row.id)! }));
  }

  private async summariesOf(
    imports: readonly Pick<Import, 'id' | 'organization_id' | 'finished_at'>[],
  ): Promise<ImportSummary[]> {
    if (imports.length === 0) return [];
    const ids = imports.map(({ id }) => id);
    const [states, readings] = await this.db.together(() =>
      Promise.all([
        this.db.query<{ import_id: string; state: ItemState; count: number }>(
          `SELECT import_id, state, count(*)::int AS count FROM import_items WHERE import_id = ANY($1) GROUP BY 1, 2`,
          [ids],
        ),
        this.db.query<ImportSummary['reading'] & { import_id: string }>(
          `SELECT i.import_id, count(*) FILTER (WHERE r.ingestion_state = 'ready')::int AS ready,
             count(*) FILTER (WHERE r.ingestion_state = 'failed')::int AS failed,
             count(*) FILTER (WHERE r.ingestion_state IN ('queued', 'processing'))::int AS waiting,
             coalesce(sum(r.pages_done), 0)::int AS pages_done
           FROM import_items i JOIN document_revisions r ON r.id = i.revision_id
           WHERE i.import_id = ANY($1) AND i.state IN ('created', 'revised') GROUP BY 1`,
          [ids],
        ),
      ]),
    );
    return imports.map(({ id, finished_at }) => {
      const counts = Object.fromEntries(
        [...ITEM_STATES, 'total'].map((state) => [state, 0]),
      ) as ImportSummary['counts'];
      for (const { state, count } of states.filter(({ import_id }) => import_id === id)) {
        counts[state === 'pending' && finished_at ? 'canceled' : state] += count;
        counts.total += count;
      }
      const {
        ready = 0,
        failed = 0,
        waiting = 0,
        pages_done = 0,
      } = readings.find(({ import_id }) => import_id === id) ?? {};
      return { counts, reading: { ready, failed, waiting, pages_done } };
    });
  }
}

/** Parameters: organization, and the user or null for all. */
const VISIBLE = `i.organization_id = $1 AND ($2::text IS NULL OR i.created_by = $2)`;

function visibility({ organizationId, role, userId }: Principal): [string, string | null] {
  return [organizationId, role === 'admin' ? null : userId];
}
