import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports of archives, and their files. A file names its document without a foreign key, because it outlives it. */
export class ImportArchives1764006000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE imports (
        id text CONSTRAINT pk_imports PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_imports_organization REFERENCES organizations (id) ON DELETE CASCADE,
        created_by text CONSTRAINT fk_imports_creator REFERENCES users (id) ON DELETE SET NULL,
        session_id text,
        api_key_id text,
        permissions text[] NOT NULL,
        state text NOT NULL DEFAULT 'queued' CONSTRAINT ck_imports_state
          CHECK (state IN ('queued', 'running', 'reading', 'completed', 'failed', 'canceled')),
        dry_run boolean NOT NULL,
        activate boolean NOT NULL,
        number_from_name boolean NOT NULL,
        defaults jsonb NOT NULL,
        rules jsonb NOT NULL,
        file_name text NOT NULL,
        content_sha256 text CONSTRAINT fk_imports_blob REFERENCES blobs (sha256),
        content_size bigint NOT NULL,
        error jsonb,
        summary jsonb,
        attempts integer NOT NULL DEFAULT 0,
        items_at_attempt integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        started_at timestamptz(3),
        planned_at timestamptz(3),
        filed_at timestamptz(3),
        finished_at timestamptz(3)
      )`);
    await queryRunner.query(`CREATE INDEX ix_imports_organization ON imports (organization_id, id)`);
    await queryRunner.query(`CREATE INDEX ix_imports_creator ON imports (created_by)`);
    await queryRunner.query(`CREATE INDEX ix_imports_content ON imports (content_sha256)`);
    await queryRunner.query(`
      CREATE INDEX ix_imports_unfinished ON imports (state) WHERE state IN ('queued', 'running', 'reading')`);
    await queryRunner.query(`
      CREATE TABLE import_items (
        id text CONSTRAINT pk_import_items PRIMARY KEY,
        import_id text NOT NULL CONSTRAINT fk_import_items_import REFERENCES imports (id) ON DELETE CASCADE,
        position integer NOT NULL,
        path text NOT NULL,
        size bigint,
        state text NOT NULL DEFAULT 'pending' CONSTRAINT ck_import_items_state
          CHECK (state IN ('pending', 'created', 'revised', 'unchanged', 'failed')),
        fields jsonb NOT NULL,
        document_number text,
        content_sha256 text,
        document_id text,
        revision_id text,
        replaced_id text,
        error jsonb,
        CONSTRAINT uq_import_items_position UNIQUE (import_id, position)
      )`);
    await queryRunner.query(`CREATE INDEX ix_import_items_state ON import_items (import_id, state, position)`);
    await queryRunner.query(`
      CREATE INDEX ix_import_items_content ON import_items (import_id, content_sha256) WHERE content_sha256 IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX ix_import_items_number ON import_items (import_id, document_number) WHERE document_number IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE import_items`);
    await queryRunner.query(`DROP TABLE imports`);
  }
}
