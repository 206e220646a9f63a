import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of the documents that are not deleted, all of them behind the organization. */
const LIST_INDEXES = {
  ix_documents_organization: 'id DESC',
  ix_documents_type: 'document_type, id DESC',
  ix_documents_aircraft: 'aircraft_type, id DESC',
  ix_documents_chapter: 'ata_chapter COLLATE "C"',
  ix_documents_title: 'lower(title) COLLATE "C"',
  ix_documents_number: 'lower(document_number) COLLATE "C"',
} as const;

/** Documents that are deleted, the history of revisions, and what tells the pages of two revisions apart. */
export class CompleteDocuments1763900400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE documents ADD COLUMN deleted_at timestamptz(3)`);
    await queryRunner.query(`CREATE INDEX ix_documents_deleted ON documents (id) WHERE deleted_at IS NOT NULL`);
    // Lists filter by these and count what they leave; prefixes need the order of bytes, whatever the database's own is.
    await queryRunner.query(`DROP INDEX ix_documents_organization, ix_documents_type`);
    for (const [name, columns] of Object.entries(LIST_INDEXES)) {
      await queryRunner.query(
        `CREATE INDEX ${name} ON documents (organization_id, ${columns}) WHERE deleted_at IS NULL`,
      );
    }
    await queryRunner.query(`CREATE INDEX ix_documents_current_revision ON documents (current_revision_id)`);
    await queryRunner.query(`
      ALTER TABLE document_revisions
        ADD COLUMN activated_at timestamptz(3),
        ADD COLUMN activated_by text CONSTRAINT fk_document_revisions_activator REFERENCES users (id) ON DELETE SET NULL,
        ADD COLUMN withdrawn_at timestamptz(3),
        ADD COLUMN withdrawn_by text CONSTRAINT fk_document_revisions_withdrawer REFERENCES users (id) ON DELETE SET NULL,
        ADD COLUMN reprocessed_at timestamptz(3)`);
    // First revisions were active from their upload on; of later ones nobody knows.
    await queryRunner.query(`
      UPDATE document_revisions SET activated_at = created_at, activated_by = created_by
      WHERE supersedes_id IS NULL AND status <> 'draft'`);
    // Of the blocks alone: running headers and footers, which carry the revision and its date, are in none.
    await queryRunner.query(`
      CREATE FUNCTION page_content_hash(blocks jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN (SELECT pg_catalog.sha256(pg_catalog.convert_to(coalesce(pg_catalog.string_agg(
          pg_catalog.regexp_replace(b.value ->> 'text', '\\s+', ' ', 'g'), E'\\n' ORDER BY b.ordinality), ''), 'UTF8'))
        FROM pg_catalog.jsonb_array_elements(blocks) WITH ORDINALITY AS b)`);
    await queryRunner.query(
      `ALTER TABLE pages ADD COLUMN content_hash bytea NOT NULL GENERATED ALWAYS AS (page_content_hash(blocks)) STORED`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE pages DROP COLUMN content_hash`);
    await queryRunner.query(`DROP FUNCTION page_content_hash(jsonb)`);
    await queryRunner.query(`
      ALTER TABLE document_revisions DROP COLUMN activated_at, DROP COLUMN activated_by, DROP COLUMN withdrawn_at,
        DROP COLUMN withdrawn_by, DROP COLUMN reprocessed_at`);
    const added = ['ix_documents_current_revision', 'ix_documents_deleted', ...Object.keys(LIST_INDEXES)];
    await queryRunner.query(`DROP INDEX ${added.join(', ')}`);
    await queryRunner.query(`CREATE INDEX ix_documents_organization ON documents (organization_id, id DESC)`);
    await queryRunner.query(`CREATE INDEX ix_documents_type ON documents (organization_id, document_type, id DESC)`);
    await queryRunner.query(`ALTER TABLE documents DROP COLUMN deleted_at`);
  }
}
