import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which document a kept answer shows: once that is deleted, the answer is not given again. */
export class NameIdempotentDocuments1763901200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE idempotency_keys ADD COLUMN document_id text, ADD COLUMN gone boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`
      CREATE INDEX ix_idempotency_keys_document ON idempotency_keys (document_id) WHERE document_id IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ix_idempotency_keys_document`);
    await queryRunner.query(`ALTER TABLE idempotency_keys DROP COLUMN gone, DROP COLUMN document_id`);
  }
}
