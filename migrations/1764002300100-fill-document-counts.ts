import type { MigrationInterface, QueryRunner } from 'typeorm';

const DIMENSIONS = 'document_type, aircraft_type, inactive_status';
const KEY = `organization_id, access, team_id, ${DIMENSIONS}`;
/** Built without blocking writers: by status, what readers of few documents see, and what changed since a time. */
const INDEXES = {
  ix_documents_inactive: [
    `organization_id, inactive_status, id DESC`,
    `deleted_at IS NULL AND inactive_status IS NOT NULL`,
  ],
  ix_documents_open: [`organization_id, id DESC`, `deleted_at IS NULL AND access = 'organization'`],
  ix_documents_team: [`organization_id, team_id, id DESC`, `deleted_at IS NULL AND access <> 'organization'`],
  ix_documents_updated: [`organization_id, updated_at`, `deleted_at IS NULL`],
} as const;

/** Counts the documents from before the triggers. Only differences are added, in one statement, so that writers can continue. */
export class FillDocumentCounts1764002300100 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`
      UPDATE documents d SET inactive_status = r.status FROM document_revisions r
      WHERE r.id = d.current_revision_id AND r.status <> 'active' AND d.inactive_status IS DISTINCT FROM r.status`);
    await queryRunner.query(`
      INSERT INTO document_counts (${KEY}, documents)
      SELECT ${KEY}, sum(change) FROM (
        SELECT ${KEY}, count(*) AS change FROM documents WHERE deleted_at IS NULL
        GROUP BY organization_id, access, team_id, GROUPING SETS ((${DIMENSIONS}), ())
        UNION ALL SELECT ${KEY}, -documents FROM document_counts) AS counted
      GROUP BY ${KEY} HAVING sum(change) <> 0`);
    for (const [name, [columns, condition]] of Object.entries(INDEXES)) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name} ON documents (${columns}) WHERE ${condition}`);
    }
    await queryRunner.query(`RESET lock_timeout`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
    await queryRunner.query(`DELETE FROM document_counts`);
  }
}
