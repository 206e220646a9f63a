import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents, their revisions, and what was read out of each revision's file. */
export class CreateDocuments1763600100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE documents (
        id text CONSTRAINT pk_documents PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_documents_organization REFERENCES organizations (id) ON DELETE CASCADE,
        title text NOT NULL,
        document_type text NOT NULL,
        aircraft_type text NOT NULL,
        document_number text,
        ata_chapter text,
        access text NOT NULL CONSTRAINT ck_documents_access CHECK (access IN ('organization', 'team')),
        team_id text CONSTRAINT fk_documents_team REFERENCES teams (id),
        current_revision_id text,
        created_by text CONSTRAINT fk_documents_creator REFERENCES users (id) ON DELETE SET NULL,
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_documents_team CHECK (access <> 'team' OR team_id IS NOT NULL)
      )`);
    await queryRunner.query(`CREATE INDEX ix_documents_organization ON documents (organization_id, id DESC)`);
    await queryRunner.query(`CREATE INDEX ix_documents_type ON documents (organization_id, document_type, id DESC)`);
    await queryRunner.query(`
      CREATE TABLE document_revisions (
        id text CONSTRAINT pk_document_revisions PRIMARY KEY,
        document_id text NOT NULL CONSTRAINT fk_document_revisions_document REFERENCES documents (id) ON DELETE CASCADE,
        version text NOT NULL,
        revision_date date,
        effectivity text,
        status text NOT NULL CONSTRAINT ck_document_revisions_status CHECK (status IN ('draft', 'active', 'superseded', 'withdrawn')),
        supersedes_id text,
        superseded_by_id text,
        content_sha256 text NOT NULL CONSTRAINT ck_document_revisions_content CHECK (content_sha256 ~ '^[0-9a-f]{64}$'),
        content_size bigint NOT NULL,
        media_type text NOT NULL,
        file_name text NOT NULL,
        page_count integer,
        language text,
        outline jsonb NOT NULL DEFAULT '[]',
        ingestion_state text NOT NULL DEFAULT 'queued'
          CONSTRAINT ck_document_revisions_ingestion CHECK (ingestion_state IN ('queued', 'processing', 'ready', 'failed')),
        ingestion_stage text,
        ingestion_error jsonb,
        ingestion_warnings jsonb NOT NULL DEFAULT '[]',
        ingestion_checkpoint jsonb,
        ingestion_attempts integer NOT NULL DEFAULT 0,
        pages_done integer NOT NULL DEFAULT 0,
        pages_total integer,
        created_by text CONSTRAINT fk_document_revisions_creator REFERENCES users (id) ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX uq_document_revisions_version ON document_revisions (document_id, version)`,
    );
    // The current revision is the law's concern: the database itself holds that there is at most one.
    await queryRunner.query(
      `CREATE UNIQUE INDEX uq_document_revisions_active ON document_revisions (document_id) WHERE status = 'active'`,
    );
    await queryRunner.query(`CREATE INDEX ix_document_revisions_content ON document_revisions (content_sha256)`);
    await queryRunner.query(`
      ALTER TABLE documents ADD CONSTRAINT fk_documents_current_revision
      FOREIGN KEY (current_revision_id) REFERENCES document_revisions (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED`);
    await queryRunner.query(`
      CREATE TABLE pages (
        revision_id text NOT NULL CONSTRAINT fk_pages_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        page_number integer NOT NULL,
        id text NOT NULL CONSTRAINT uq_pages_id UNIQUE,
        label text,
        text text NOT NULL,
        blocks jsonb NOT NULL,
        error text,
        CONSTRAINT pk_pages PRIMARY KEY (revision_id, page_number)
      )`);
    await queryRunner.query(`
      CREATE TABLE passages (
        id text CONSTRAINT pk_passages PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_passages_organization REFERENCES organizations (id) ON DELETE CASCADE,
        document_id text NOT NULL,
        revision_id text NOT NULL CONSTRAINT fk_passages_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        page_number integer NOT NULL,
        ordinal integer NOT NULL,
        kind text NOT NULL,
        section text[] NOT NULL,
        text text NOT NULL,
        start_offset integer NOT NULL,
        end_offset integer NOT NULL,
        notices jsonb NOT NULL,
        identifiers text[] NOT NULL,
        token_count integer NOT NULL,
        embedding bytea,
        embedding_model text,
        CONSTRAINT uq_passages_ordinal UNIQUE (revision_id, ordinal)
      )`);
    await queryRunner.query(`CREATE INDEX ix_passages_organization ON passages (organization_id, id)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE documents DROP CONSTRAINT fk_documents_current_revision`);
    for (const table of ['passages', 'pages', 'document_revisions', 'documents'])
      await queryRunner.query(`DROP TABLE ${table}`);
  }
}
