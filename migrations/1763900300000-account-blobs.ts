import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the storage holds: who deletes a blob and who begins to use it meet at its row. */
export class AccountBlobs1763900300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE blobs (
        sha256 text CONSTRAINT pk_blobs PRIMARY KEY CONSTRAINT ck_blobs_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        size bigint NOT NULL,
        stored_at timestamptz(3) NOT NULL DEFAULT now(),
        puts integer NOT NULL DEFAULT 1,
        released_at timestamptz(3),
        last_verified_at timestamptz(3),
        damaged_at timestamptz(3)
      )`);
    await queryRunner.query(`CREATE INDEX ix_blobs_stored ON blobs (stored_at)`);
    await queryRunner.query(`CREATE INDEX ix_blobs_verified ON blobs (coalesce(last_verified_at, stored_at))`);
    await queryRunner.query(`
      INSERT INTO blobs (sha256, size, stored_at)
      SELECT content_sha256, max(content_size), max(created_at) FROM document_revisions GROUP BY content_sha256`);
    await queryRunner.query(`
      ALTER TABLE document_revisions ADD CONSTRAINT fk_document_revisions_blob
      FOREIGN KEY (content_sha256) REFERENCES blobs (sha256)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE document_revisions DROP CONSTRAINT fk_document_revisions_blob`);
    await queryRunner.query(`DROP TABLE blobs`);
  }
}
