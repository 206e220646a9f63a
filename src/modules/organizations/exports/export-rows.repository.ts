import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { OrganizationTables } from '../organization-tables.repository.js';
import type { ExportedKind } from './exported-kind.js';
import { EXPORTED_KINDS } from './exported-kinds.js';

/** An uploaded file that belongs to a document or publication of the organization. */
export interface OriginalFile {
  content_sha256: string;
  media_type: string;
}

/** The rows of an export, as they are together in one instant: inside {@link Database.snapshot}. */
@Injectable()
export class ExportRowsRepository {
  constructor(
    private readonly db: Database,
    private readonly tables: OrganizationTables,
  ) {}

  /** Each kind, with its rows in the order of their keys, as batches of lines of JSON. */
  async *kinds(organizationId: string): AsyncGenerator<{ name: string; batches: AsyncGenerator<string[]> }> {
    const owned = new Map((await this.tables.list()).map((table) => [table.name, table]));
    for (const kind of EXPORTED_KINDS) {
      const table = owned.get(kind.table);
      if (!table) throw new Error(`${kind.table} belongs to no organization`);
      yield { name: kind.name, batches: this.batches(kind, table, organizationId) };
    }
  }

  /** Each file once. */
  async *files(organizationId: string): AsyncGenerator<OriginalFile> {
    const batches = this.db.batches<OriginalFile>(
      `SELECT content_sha256, min(media_type) AS media_type FROM (
         SELECT r.content_sha256, r.media_type FROM document_revisions r JOIN documents d ON d.id = r.document_id
         WHERE d.organization_id = $1 AND d.deleted_at IS NULL
         UNION ALL SELECT i.content_sha256, 'application/xml' FROM publication_issues i
         JOIN publications p ON p.id = i.publication_id WHERE p.organization_id = $1
         UNION ALL SELECT x.content_sha256, x.media_type FROM discrepancy_pictures x
         JOIN discrepancies y ON y.id = x.discrepancy_id JOIN documents d ON d.id = y.document_id
         WHERE y.organization_id = $1 AND d.deleted_at IS NULL) AS originals
       GROUP BY 1 ORDER BY 1`,
      [organizationId],
    );
    for await (const files of batches) yield* files;
  }

  private async *batches(
    { columns, only, from, atOnce }: ExportedKind,
    { name, condition, key }: { name: string; condition: string; key: string[] },
    organizationId: string,
  ): AsyncGenerator<string[]> {
    const batches = this.db.batches<{ line: string }>(
      `SELECT row_to_json(r)::text AS line FROM (
         SELECT ${columns.join(', ')} FROM ${from ?? name} AS ${name} WHERE ${condition}${only === undefined ? '' : ` AND ${only}`}
         ORDER BY ${key.map((column) => `${name}.${column}`).join(', ')}) r`,
      [organizationId],
      atOnce,
    );
    for await (const rows of batches) yield rows.map(({ line }) => `${line}\n`);
  }
}
