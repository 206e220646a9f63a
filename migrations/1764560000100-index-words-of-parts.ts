import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches by keyword walk the words of one organization. The index before had those of all organizations together. */
export class IndexWordsOfParts1764560000100 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ix_revision_parts_terms`);
    await queryRunner.query(`CREATE INDEX CONCURRENTLY ix_revision_parts_terms ON revision_parts USING gin (words)`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ix_revision_parts_words`);
    await queryRunner.query(`RESET lock_timeout`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX IF NOT EXISTS ix_revision_parts_words ON revision_parts USING gin (to_tsvector('simple', coalesce(nomenclature, '')))`,
    );
    await queryRunner.query(`DROP INDEX IF EXISTS ix_revision_parts_terms`);
  }
}
