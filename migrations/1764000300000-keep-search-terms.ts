import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What can be suggested while somebody types, and which bulletins name what: titles, numbers, headings, part and task
 * numbers of every revision that was read, under keys that are compared by their bytes. Derived data: the service fills in
 * what is missing when it starts, which keeps the migration short.
 */
export class KeepSearchTerms1764000300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE search_terms (
        organization_id text NOT NULL,
        document_id text NOT NULL,
        revision_id text NOT NULL CONSTRAINT fk_search_terms_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT ck_search_terms_kind
          CHECK (kind IN ('title', 'document_number', 'heading', 'part_number', 'task_number')),
        key text COLLATE "C" NOT NULL,
        text text NOT NULL,
        word smallint NOT NULL,
        page_number integer,
        uses integer NOT NULL,
        in_bulletin boolean NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX ix_search_terms_key ON search_terms (organization_id, kind, key)`);
    await queryRunner.query(`CREATE INDEX ix_search_terms_revision ON search_terms (revision_id)`);
    await queryRunner.query(`CREATE INDEX ix_search_terms_document ON search_terms (document_id, kind)`);
    await queryRunner.query(`
      CREATE INDEX ix_search_terms_bulletin ON search_terms (organization_id, key)
      WHERE in_bulletin AND kind IN ('part_number', 'task_number')`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE search_terms`);
  }
}
