import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose turn it is to have a file read, when a failed reading is tried again, and how fast a reading goes. */
export class ScheduleReading1763900700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE document_revisions
        ADD COLUMN ingestion_due_at timestamptz(3),
        ADD COLUMN ingestion_started_at timestamptz(3),
        ADD COLUMN ingestion_read_ms integer NOT NULL DEFAULT 0`);
    // Small whatever is stored: revisions leave it when they are read.
    await queryRunner.query(`
      CREATE INDEX ix_document_revisions_unread ON document_revisions (ingestion_state, id)
      WHERE ingestion_state IN ('queued', 'processing')`);
    await queryRunner.query(`
      CREATE TABLE ingestion_turns (
        organization_id text CONSTRAINT pk_ingestion_turns PRIMARY KEY
          CONSTRAINT fk_ingestion_turns_organization REFERENCES organizations (id) ON DELETE CASCADE,
        served_at timestamptz(3) NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE ingestion_turns`);
    await queryRunner.query(`DROP INDEX ix_document_revisions_unread`);
    await queryRunner.query(`
      ALTER TABLE document_revisions DROP COLUMN ingestion_due_at, DROP COLUMN ingestion_started_at,
        DROP COLUMN ingestion_read_ms`);
  }
}
