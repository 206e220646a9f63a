import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { newId } from '../../../common/ids/type-id.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { DocumentType } from '../dto/document-types.js';
import type { IngestionError, IngestionState } from '../revision.entity.js';
import type { ItemState } from './dto/import-states.js';
import type { Import, ImportError, ImportItem } from './import.entity.js';
import type { PlannedAttachment } from './planning/attachments.js';
import type { PlannedFile } from './planning/import-plan.js';

export type { ImportItem } from './import.entity.js';

/** An item as it is shown, with the reading of its revision; null without one. */
export type ShownItem = Omit<ImportItem, 'state'> & { state: ItemState } & {
  ingestion_state: IngestionState | null;
  ingestion_error: IngestionError | null;
};

/** What became of a file. */
export interface ItemOutcome {
  state: ImportItem['state'];
  fields?: object;
  document_number?: string | null;
  content_sha256?: string | null;
  document_id?: string | null;
  revision_id?: string | null;
  publication_id?: string | null;
  replaced_id?: string | null;
  error?: ImportError;
}

/** A draft of an import that is read. */
export interface Activatable {
  id: string;
  document_id: string;
  revision_id: string;
  /** The revisions that it may supersede: the one that was current when it was filed, and earlier ones of the import. */
  replaceable: string[];
}

/** Rows of one statement. */
const BATCH = 1_000;
/** Of items i with revisions r: whether the revision waits to be activated. */
const ACTIVATABLE = `i.state = 'revised' AND i.error IS NULL AND r.status = 'draft' AND r.ingestion_state = 'ready'`;
const UNREAD = `i.state IN ('created', 'revised') AND r.ingestion_state IN ('queued', 'processing')`;
const ITEMS = 'import_items i JOIN document_revisions r ON r.id = i.revision_id';

@Injectable()
export class ImportItemRepository {
  constructor(private readonly db: Database) {}

  /** In the order of the import. */
  async list(
    { id, finished_at }: Import,
    state: ItemState | null,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<ShownItem>> {
    const hasEnded = finished_at !== null;
    const shown = `CASE WHEN i.state = 'pending' AND $3 THEN 'canceled' ELSE i.state END`;
    const matching = `WHERE i.import_id = $1 AND ($2::text IS NULL OR ${shown} = $2)`;
    return this.db.list<ShownItem>(
      {
        sql: `SELECT i.*, ${shown} AS state, r.ingestion_state, r.ingestion_error
              FROM import_items i LEFT JOIN document_revisions r ON r.id = i.revision_id ${matching}
              AND i.position > coalesce((SELECT position FROM import_items WHERE import_id = $1 AND id = $4), -1)
              ORDER BY i.position LIMIT $5`,
        parameters: [id, state, hasEnded, afterId, rowCount],
      },
      { sql: `FROM import_items i ${matching}`, parameters: [id, state, hasEnded] },
    );
  }

  /** Stores the files, once; nothing if the import was ended. */
  async insert(importId: string, files: readonly PlannedFile[]): Promise<void> {
    await this.db.transaction(async () => {
      const rows = await this.db.query(
        `UPDATE imports SET planned_at = now() WHERE id = $1 AND state = 'running' AND planned_at IS NULL RETURNING 1`,
        [importId],
      );
      if (rows.length === 0) return;
      for (let from = 0; from < files.length; from += BATCH) {
        const batch = files.slice(from, from + BATCH);
        await this.insertRows(
          batch.map((file, n) => ({ ...file, id: newId('import_item'), import_id: importId, position: from + n })),
        );
      }
    });
  }

  listPending(importId: string, afterPosition: number, limit: number): Promise<ImportItem[]> {
    return this.db.query<ImportItem>(
      `SELECT * FROM import_items WHERE import_id = $1 AND state = 'pending' AND position > $2 ORDER BY position LIMIT $3`,
      [importId, afterPosition, limit],
    );
  }

  /** A filed item of the import with this content. */
  async hasContent(importId: string, sha256: string): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT 1 FROM import_items WHERE import_id = $1 AND content_sha256 = $2 AND state IN ('created', 'revised') LIMIT 1`,
      [importId, sha256],
    );
    return rows.length > 0;
  }

  /** The latest filed item of the import with this document number and type. */
  async findNumbered(importId: string, number: string, type: DocumentType): Promise<ImportItem | null> {
    const rows = await this.db.query<ImportItem>(
      `SELECT * FROM import_items WHERE import_id = $1 AND document_number = lower($2)
         AND fields ->> 'document_type' = $3 AND state IN ('created', 'revised') ORDER BY position DESC LIMIT 1`,
      [importId, number, type],
    );
    return rows[0] ?? null;
  }

  /** Issues of the publication with this number that the import has filed. Publications have no document type. */
  async listPublicationIssues(importId: string, number: string): Promise<string[]> {
    const rows = await this.db.query<{ version: string }>(
      `SELECT fields ->> 'version' AS version FROM import_items
       WHERE import_id = $1 AND document_number = lower($2) AND NOT fields ? 'document_type' AND state IN ('created', 'revised')`,
      [importId, number],
    );
    return rows.map(({ version }) => version);
  }

  /** Returns false without a change if the import was ended, or the item was finished before. */
  async finish(id: string, outcome: ItemOutcome): Promise<boolean> {
    const {
      state,
      fields,
      document_number,
      content_sha256,
      document_id,
      revision_id,
      replaced_id,
      publication_id,
      error,
    } = outcome;
    const rows = await this.db.query(
      // With the lock, the summary of an import that ends meanwhile counts the item in the state that it keeps.
      `WITH running AS (
         SELECT id FROM imports WHERE id = (SELECT import_id FROM import_items WHERE id = $1) AND state = 'running' FOR SHARE)
       UPDATE import_items t SET state = $2, fields = coalesce($3, t.fields), document_number = lower($4), content_sha256 = $5,
         document_id = $6, revision_id = $7, replaced_id = $8, publication_id = $9, error = $10
       FROM running WHERE t.id = $1 AND t.import_id = running.id AND t.state = 'pending' RETURNING 1`,
      [
        ...[id, state, fields ? storable(fields) : null, document_number ?? null, content_sha256 ?? null],
        ...[document_id ?? null, revision_id ?? null, replaced_id ?? null, publication_id ?? null],
        error ? storable(error) : null,
      ],
    );
    return rows.length > 0;
  }

  async count(importId: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT coalesce(max(position) + 1, 0)::int AS count FROM import_items WHERE import_id = $1`,
      [importId],
    );
    return row!.count;
  }

  /** Adds the attachments of a message at the end. In a transaction that finishes its item. */
  async addAttachments(message: ImportItem, attachments: readonly PlannedAttachment[]): Promise<void> {
    const from = await this.count(message.import_id);
    const rows = attachments.map(({ index, ...attachment }, n) => ({
      ...{ ...attachment, id: newId('import_item'), import_id: message.import_id, position: from + n },
      ...{ attached_to: message.path, attachment_index: index },
    }));
    await this.insertRows(rows);
  }

  private async insertRows(rows: readonly PlannedFile[]): Promise<void> {
    await this.db.query(
      `INSERT INTO import_items (id, import_id, position, path, size, state, fields, error, attached_to, attachment_index)
       SELECT id, import_id, position, path, size, CASE WHEN nullif(error, 'null') IS NULL THEN 'pending' ELSE 'failed' END, fields,
         nullif(error, 'null'), attached_to, attachment_index
       FROM jsonb_to_recordset($1::jsonb) AS t (id text, import_id text, position integer, path text, size bigint,
         fields jsonb, error jsonb, attached_to text, attachment_index integer)`,
      [storable(rows)],
    );
  }

  /** Drafts of the import that are read, in its order, without those that follow one that is still to be read. */
  listActivatable(importId: string, limit: number): Promise<Activatable[]> {
    const earlier = `FROM import_items e JOIN document_revisions er ON er.id = e.revision_id
      WHERE e.import_id = $1 AND e.document_number = i.document_number AND e.document_id = i.document_id AND e.position < i.position`;
    return this.db.query<Activatable>(
      `SELECT i.id, i.document_id, i.revision_id,
         ARRAY(SELECT e.revision_id ${earlier} UNION SELECT i.replaced_id WHERE i.replaced_id IS NOT NULL) AS replaceable
       FROM ${ITEMS} WHERE i.import_id = $1 AND ${ACTIVATABLE}
         AND NOT EXISTS (SELECT 1 ${earlier} AND er.ingestion_state IN ('queued', 'processing'))
       ORDER BY i.position LIMIT $2`,
      [importId, limit],
    );
  }

  /** For a revision that stays a draft. */
  async note(id: string, error: ImportError): Promise<void> {
    await this.db.query(`UPDATE import_items SET error = $2 WHERE id = $1`, [id, storable(error)]);
  }

  /** The position of the first item from `position` whose document waits to be read or, with `activate`, activated; null without one. */
  async findUnsettled({ id, activate }: Import, position: number): Promise<number | null> {
    const rows = await this.db.query<{ position: number }>(
      `SELECT i.position FROM ${ITEMS}
       WHERE i.import_id = $1 AND i.position >= $2 AND ((${UNREAD}) OR $3 AND ${ACTIVATABLE}) ORDER BY i.position LIMIT 1`,
      [id, position, activate],
    );
    return rows[0]?.position ?? null;
  }
}

/** JSON without what PostgreSQL does not store: NUL, and halves of surrogate pairs. */
function storable(value: object): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? member.toWellFormed().replaceAll('\0', '') : member,
  );
}
