import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Temporary revisions of documents, and the pages that they insert, replace and cancel. */
export class CreateTemporaryRevisions1764535000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE temporary_revisions (
        id text CONSTRAINT pk_temporary_revisions PRIMARY KEY,
        organization_id text NOT NULL
          CONSTRAINT fk_temporary_revisions_organization REFERENCES organizations (id) ON DELETE CASCADE,
        document_id text NOT NULL CONSTRAINT fk_temporary_revisions_document REFERENCES documents (id) ON DELETE CASCADE,
        revision_id text NOT NULL
          CONSTRAINT fk_temporary_revisions_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        overlay_document_id text CONSTRAINT fk_temporary_revisions_overlay REFERENCES documents (id) ON DELETE SET NULL,
        number text NOT NULL,
        effective_from timestamptz(3) NOT NULL,
        effective_until timestamptz(3),
        supersedes_id text CONSTRAINT fk_temporary_revisions_supersedes REFERENCES temporary_revisions (id) ON DELETE SET NULL,
        incorporated_by_revision_id text
          CONSTRAINT fk_temporary_revisions_incorporated REFERENCES document_revisions (id) ON DELETE SET NULL,
        withdrawn_at timestamptz(3),
        created_by text CONSTRAINT fk_temporary_revisions_creator REFERENCES users (id) ON DELETE SET NULL,
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_temporary_revisions_period CHECK (effective_until > effective_from),
        CONSTRAINT ck_temporary_revisions_overlay CHECK (overlay_document_id <> document_id)
      )`);
    await queryRunner.query(
      `CREATE INDEX ix_temporary_revisions_organization ON temporary_revisions (organization_id, id)`,
    );
    await queryRunner.query(`CREATE INDEX ix_temporary_revisions_document ON temporary_revisions (document_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_temporary_revisions_revision ON temporary_revisions (revision_id)`);
    await queryRunner.query(`CREATE INDEX ix_temporary_revisions_overlay ON temporary_revisions (overlay_document_id)`);
    await queryRunner.query(`CREATE INDEX ix_temporary_revisions_supersedes ON temporary_revisions (supersedes_id)`);
    await queryRunner.query(
      `CREATE INDEX ix_temporary_revisions_incorporated ON temporary_revisions (incorporated_by_revision_id)`,
    );
    await queryRunner.query(`CREATE INDEX ix_temporary_revisions_creator ON temporary_revisions (created_by)`);
    await queryRunner.query(`
      CREATE TABLE temporary_revision_pages (
        temporary_revision_id text NOT NULL
          CONSTRAINT fk_temporary_revision_pages_owner REFERENCES temporary_revisions (id) ON DELETE CASCADE,
        revision_id text NOT NULL
          CONSTRAINT fk_temporary_revision_pages_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        page_number integer NOT NULL CONSTRAINT ck_temporary_revision_pages_number CHECK (page_number > 0),
        issued_page integer NOT NULL,
        action text NOT NULL
          CONSTRAINT ck_temporary_revision_pages_action CHECK (action IN ('insert', 'replace', 'cancel')),
        is_presumed boolean NOT NULL DEFAULT false,
        overlay_pages integer[] NOT NULL,
        CONSTRAINT pk_temporary_revision_pages PRIMARY KEY (temporary_revision_id, revision_id, page_number, action),
        CONSTRAINT ck_temporary_revision_pages_overlay CHECK ((action = 'cancel') = (cardinality(overlay_pages) = 0))
      )`);
    await queryRunner.query(
      `CREATE INDEX ix_temporary_revision_pages_page ON temporary_revision_pages (revision_id, page_number)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE temporary_revision_pages`);
    await queryRunner.query(`DROP TABLE temporary_revisions`);
  }
}
