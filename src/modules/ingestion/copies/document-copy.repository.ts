import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { newId, type ObjectKind } from '../../../common/ids/type-id.js';

/** New ids by those of the copied rows. */
export type CopiedIds = Record<string, string>;

/** What is copied, and to where. */
export interface Copied {
  ids: CopiedIds;
  organizationId: string;
}

/** Columns of `x` that differ in the copy: $1 the ids as jsonb, $2 the organization. Other columns are copied. */
type Differences = Readonly<Record<string, string>>;

const newIdOf = (column: string): string => `$1::jsonb ->> x.${column}`;
const ORGANIZATION = '$2';

/** Tables of documents in the order of their references, with the column that selects rows by {@link CopiedIds}. */
const TABLES: readonly [table: string, by: string, differences: Differences][] = [
  [
    'documents',
    'id',
    {
      id: newIdOf('id'),
      organization_id: ORGANIZATION,
      current_revision_id: newIdOf('current_revision_id'),
      access: `'organization'`,
      team_id: 'NULL',
      created_by: 'NULL',
      row_version: '1',
    },
  ],
  [
    'document_revisions',
    'id',
    {
      id: newIdOf('id'),
      document_id: newIdOf('document_id'),
      supersedes_id: newIdOf('supersedes_id'),
      superseded_by_id: newIdOf('superseded_by_id'),
      created_by: 'NULL',
      activated_by: 'NULL',
      withdrawn_by: 'NULL',
      queue_organization_id: ORGANIZATION,
    },
  ],
  ['pages', 'revision_id', { id: newIdOf('id'), revision_id: newIdOf('revision_id') }],
  [
    'passages',
    'revision_id',
    {
      id: newIdOf('id'),
      organization_id: ORGANIZATION,
      document_id: newIdOf('document_id'),
      revision_id: newIdOf('revision_id'),
    },
  ],
  ['passage_embeddings', 'passage_id', { passage_id: newIdOf('passage_id') }],
  [
    'search_terms',
    'revision_id',
    { organization_id: ORGANIZATION, document_id: newIdOf('document_id'), revision_id: newIdOf('revision_id') },
  ],
];

/** Copies the rows that reading made of documents, in the database. */
@Injectable()
export class DocumentCopyRepository {
  constructor(private readonly db: Database) {}

  /** New ids for the documents of an organization with such contents that were read, and for all of their rows. */
  async assignIds(organizationId: string, contents: readonly string[]): Promise<CopiedIds> {
    const rows = await this.db.query<{ kind: ObjectKind; id: string }>(
      `WITH read AS (
         SELECT r.id, r.document_id FROM document_revisions r JOIN documents d ON d.id = r.document_id
         WHERE d.organization_id = $1 AND d.deleted_at IS NULL AND r.ingestion_state = 'ready'
           AND r.content_sha256 = ANY ($2::text[]))
       SELECT 'document' AS kind, document_id AS id FROM read GROUP BY document_id
       UNION ALL SELECT 'revision', id FROM read
       UNION ALL SELECT 'page', p.id FROM pages p JOIN read ON read.id = p.revision_id
       UNION ALL SELECT 'passage', p.id FROM passages p JOIN read ON read.id = p.revision_id
       ORDER BY 2`,
      [organizationId, contents],
    );
    return Object.fromEntries(rows.map(({ kind, id }) => [id, newId(kind)]));
  }

  /** In the open transaction. @throws Error when rows disappeared since they got their ids */
  async copy({ ids, organizationId }: Copied): Promise<void> {
    let renamed = 0;
    const parameters = [JSON.stringify(ids), organizationId, Object.keys(ids)];
    for (const [table, by, differences] of TABLES) {
      const columns = await this.columnsOf(table);
      const values = columns.map((column) => differences[column] ?? `x.${column}`);
      const [row] = await this.db.query<{ count: number }>(
        `WITH made AS (
           INSERT INTO ${table} (${columns.join(', ')})
           SELECT ${values.join(', ')} FROM ${table} x
           WHERE x.${by} = ANY ($3::text[]) AND $1::jsonb IS NOT NULL AND $2::text IS NOT NULL RETURNING 1)
         SELECT count(*)::int AS count FROM made`,
        parameters,
      );
      if ('id' in differences) renamed += row?.count ?? 0;
    }
    if (renamed !== Object.keys(ids).length) throw new Error('documents changed while they were copied');
  }

  private async columnsOf(table: string): Promise<string[]> {
    const rows = await this.db.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''
       ORDER BY attnum`,
      [table],
    );
    return rows.map(({ name }) => name);
  }
}
