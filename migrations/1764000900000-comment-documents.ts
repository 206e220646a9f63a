import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments on pages, their former bodies, and where they stand in later revisions. */
export class CommentDocuments1764000900000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE comments (
        id text CONSTRAINT pk_comments PRIMARY KEY,
        organization_id text NOT NULL CONSTRAINT fk_comments_organization REFERENCES organizations (id) ON DELETE CASCADE,
        document_id text NOT NULL CONSTRAINT fk_comments_document REFERENCES documents (id) ON DELETE CASCADE,
        revision_id text NOT NULL CONSTRAINT fk_comments_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        page_number integer NOT NULL CONSTRAINT ck_comments_page CHECK (page_number > 0),
        user_id text CONSTRAINT fk_comments_author REFERENCES users (id) ON DELETE SET NULL,
        body text NOT NULL,
        position jsonb,
        quote text,
        visibility text NOT NULL CONSTRAINT ck_comments_visibility CHECK (visibility IN ('public', 'private')),
        parent_id text CONSTRAINT fk_comments_parent REFERENCES comments (id) ON DELETE CASCADE,
        mentions text[] NOT NULL DEFAULT '{}',
        resolved_at timestamptz(3),
        resolved_by text CONSTRAINT fk_comments_resolver REFERENCES users (id) ON DELETE SET NULL,
        edited_at timestamptz(3),
        deleted_at timestamptz(3),
        row_version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_comments_reply CHECK (parent_id IS NULL OR (position IS NULL AND quote IS NULL AND resolved_at IS NULL))
      )`);
    // Lists and their counts; with what they decide by, so that counting need not look at the rows themselves.
    await queryRunner.query(
      `CREATE INDEX ix_comments_document ON comments (document_id, id DESC)
       INCLUDE (visibility, user_id, deleted_at, page_number, revision_id, parent_id)`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_comments_page ON comments (document_id, page_number, id DESC) INCLUDE (revision_id)`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_comments_resolved ON comments (document_id, id) INCLUDE (visibility, user_id) WHERE resolved_at IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_comments_parent ON comments (parent_id) INCLUDE (visibility, user_id, deleted_at) WHERE parent_id IS NOT NULL`,
    );
    await queryRunner.query(`CREATE INDEX ix_comments_deleted ON comments (deleted_at) WHERE deleted_at IS NOT NULL`);
    // For the foreign keys.
    await queryRunner.query(`CREATE INDEX ix_comments_organization ON comments (organization_id)`);
    await queryRunner.query(`CREATE INDEX ix_comments_revision ON comments (revision_id)`);
    await queryRunner.query(`CREATE INDEX ix_comments_author ON comments (user_id)`);
    await queryRunner.query(
      `CREATE INDEX ix_comments_resolver ON comments (resolved_by) WHERE resolved_by IS NOT NULL`,
    );

    await queryRunner.query(`
      CREATE TABLE comment_edits (
        comment_id text NOT NULL CONSTRAINT fk_comment_edits_comment REFERENCES comments (id) ON DELETE CASCADE,
        number integer NOT NULL,
        body text NOT NULL,
        visibility text NOT NULL CONSTRAINT ck_comment_edits_visibility CHECK (visibility IN ('public', 'private')),
        edited_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_comment_edits PRIMARY KEY (comment_id, number)
      )`);

    await queryRunner.query(`
      CREATE TABLE comment_places (
        comment_id text NOT NULL CONSTRAINT fk_comment_places_comment REFERENCES comments (id) ON DELETE CASCADE,
        revision_id text NOT NULL CONSTRAINT fk_comment_places_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        page_number integer NOT NULL CONSTRAINT ck_comment_places_page CHECK (page_number > 0),
        start_offset integer,
        end_offset integer,
        CONSTRAINT pk_comment_places PRIMARY KEY (comment_id, revision_id),
        CONSTRAINT ck_comment_places_offsets
          CHECK (num_nulls(start_offset, end_offset) IN (0, 2) AND start_offset < end_offset)
      )`);
    await queryRunner.query(`CREATE INDEX ix_comment_places_page ON comment_places (revision_id, page_number)`);

    await queryRunner.query(`
      CREATE TABLE comment_carries (
        revision_id text CONSTRAINT pk_comment_carries PRIMARY KEY
          CONSTRAINT fk_comment_carries_revision REFERENCES document_revisions (id) ON DELETE CASCADE,
        from_id text NOT NULL,
        late_id text,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE comment_carries, comment_places, comment_edits, comments`);
  }
}
